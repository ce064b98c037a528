internal import LibC

/// The owner, group and mode that a file takes over from the file that it replaces.
struct FileAccess {
    private let owner: uid_t
    private let group: gid_t
    /// Without the set-user-ID, set-group-ID and sticky bits: the new content was not made by whoever set them.
    private let mode: mode_t

    /// The access to a regular file; `nil` for other kinds of files.
    init?(_ identity: FileIdentity) {
        guard identity.kind == .regular else { return nil }
        (owner, group, mode) = (identity.owner, identity.group, identity.permissions & 0o777)
    }

    /// The mode to create the file with: until it has its owner and its group, no other user has access.
    var initialMode: mode_t { mode & 0o700 }

    /// Gives the owner, the group and the mode to a new file.
    ///
    /// Owner and group are kept as far as the process is allowed to; an unprivileged one may choose among its groups only.
    func apply(to file: FileDescriptor) {
        // the maximum leaves the owner as it is
        if fchown(file.number, owner, group) != 0 { _ = fchown(file.number, uid_t.max, group) }
        _ = fchmod(file.number, mode)
    }
}
