// The platform's C library under one name, so that no other file has to choose between Glibc, Musl and Darwin.
#if canImport(Glibc)
    @_exported public import Glibc
#elseif canImport(Musl)
    @_exported public import Musl
#elseif canImport(Darwin)
    @_exported public import Darwin
#endif
