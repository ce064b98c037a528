internal import NIOPosix

/// Runs tasks on the threads for blocking work.
///
/// Those of Swift do not work in the sandbox: on Linux, libdispatch counts busy threads in files below `/proc` that it denies.
final class PoolExecutor: TaskExecutor {
    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        let executor = unsafe asUnownedTaskExecutor()
        NIOThreadPool.singleton.submit { _ in unsafe job.runSynchronously(on: executor) }
    }
}
