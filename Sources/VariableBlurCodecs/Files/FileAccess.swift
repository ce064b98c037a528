internal import CUnnamedFile
internal import LibC

/// The owner, group, mode and access control list that a file takes over from the file that it replaces.
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
    func apply(to file: FileDescriptor) {
        // the maximum leaves the owner as it is
        if fchown(file.number, owner, group) != 0 { _ = fchown(file.number, uid_t.max, group) }
        let hasList = unsafe SystemPath.withBytes(replaced.name) {
            unsafe access_list_copy(replaced.directory.number, $0, file.number)
        }
        _ = fchmod(file.number, hasList == 0 ? mode : modeWithoutList)
    }

    /// The mode if the list could not be kept: the group may do what everyone may do.
    private var modeWithoutList: mode_t { mode & 0o707 | mode & (mode & 0o007) << 3 }
}
