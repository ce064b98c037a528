#!/bin/bash -eu
# For the folder projects/varblur of OSS-Fuzz: the project itself says how it is built.
exec "$SRC/varblur/.clusterfuzzlite/build.sh"
