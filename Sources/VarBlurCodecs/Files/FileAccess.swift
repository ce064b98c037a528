internal import CVarBlurPlatform
internal import VarBlurLibC

/// The owner, group, mode and access control list that a file copies from the file that it replaces.
struct FileAccess {
    private let replaced: FileLocation.Entry
    private let owner: uid_t
    private let group: gid_t
    /// Without the set-user-ID, set-group-ID and sticky bits: the new content was not made by whoever set them.
    private let mode: mode_t

    /// The access to a regular file; `nil` if there is none of that name.
    init?(replacing entry: FileLocation.Entry) {
        guard let identity = entry.identity, identity.kind == .regular else { return nil }
        replaced = entry
        (owner, group, mode) = (identity.owner, identity.group, identity.permissions & 0o777)
    }

    /// The mode to create the file with: until it has its owner and its group, no other user has access.
    var initialMode: mode_t { mode & 0o700 }

    /// Gives the access to a new file, before it has any contents.
    ///
    /// Owner and group are kept as far as the process is allowed to; an unprivileged one may choose among its groups only.
    /// The owner changes last: afterwards, the process may have no right to set the mode.
    func apply(to file: FileDescriptor) {
        // the maximum leaves the owner or the group as it is
        _ = fchown(file.number, uid_t.max, group)
        let created = FileIdentity(file)
        let keepsList = created?.group == group && copyList(to: file)
        if !keepsList { _ = access_list_remove(file.number) }
        _ = fchmod(file.number, keepsList ? mode : modeWithoutList)
        if created?.owner != owner { _ = fchown(file.number, owner, gid_t.max) }
    }

    private func copyList(to file: FileDescriptor) -> Bool {
        unsafe SystemPath.withBytes(replaced.name) {
            unsafe access_list_copy(replaced.directory.number, $0, file.number)
        } == 0
    }

    /// The mode if the group or the list could not be kept: without them, each user may count as one of the group or as one
    /// of the others, so that both may do only what every user was allowed to.
    private var modeWithoutList: mode_t {
        let least = unsafe SystemPath.withBytes(replaced.name) {
            unsafe access_list_least(replaced.directory.number, $0)
        }
        let common = least & mode >> 3 & mode & 0o007
        return mode & 0o700 | common << 3 | common
    }
}
