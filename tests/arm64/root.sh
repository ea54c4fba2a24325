#!/bin/sh
# root.sh DIRECTORY - unpacks Debian's arm64 packages of our dependencies (those that
# README.md names) and of theirs below the directory.  Nothing is installed, and the machine's own
# apt does not learn of another architecture.
set -eu
cd "$(dirname "$0")/../.."
mkdir -p "$1"
root=$(cd "$1" && pwd)
work=$root.apt

packages=$(sed -n 's/^apt-get update && apt-get install -y \(.*\) && \\$/\1/p' README.md |
    tr ' ' '\n' | grep -x -e 'lib.*-dev' -e 'zlib1g-dev' -e 'check')
test -n "$packages"
mkdir -p "$work/lists/partial" "$work/archives/partial"
: > "$work/status"
arm64_apt() {
    apt-get -qq -o APT::Architecture=arm64 -o APT::Architectures::=arm64 -o APT::Sandbox::User= \
        -o Dir::State::lists="$work/lists" -o Dir::State::status="$work/status" \
        -o Dir::Cache="$work" "$@"
}
arm64_apt update
# shellcheck disable=SC2086
arm64_apt -y --download-only --no-install-recommends install $packages
for package in "$work"/archives/*.deb; do
    dpkg-deb -x "$package" "$root"
done
rm -rf "$work"
