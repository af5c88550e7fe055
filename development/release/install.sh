#!/bin/sh
# Installs the program for one user, without root: below ~/.local, where desktops and shells look. Each version has a
# folder of its own, so what runs goes on running; the names in ~/.local/bin lead to the newest, at last, once it is
# known to start. The program runs this itself for an update (services/updating/installing.py).
set -eu
here=$(cd "$(dirname "$0")" && pwd)
case ${LC_ALL:-${LC_MESSAGES:-${LANG:-zh}}} in en*) . "$here/words.en" ;; *) . "$here/words.zh" ;; esac
bin=$HOME/.local/bin
share=${XDG_DATA_HOME:-$HOME/.local/share}
versions=$HOME/.local/lib/insurance-desktop
entry=$share/applications/insurance_desktop.desktop
icon=$share/icons/hicolor/scalable/apps/insurance-desktop.svg
manual=$share/man/man1/insurance-desktop.1

tell() { text=$1; shift; printf "$text\n" "$@"; }
fail() { tell "$@" >&2; exit 1; }
runs() { for process in /proc/[0-9]*/exe; do case $(readlink "$process" 2>/dev/null) in "$1"/*) return 0 ;; esac; done; return 1; }
refresh() { if command -v update-desktop-database >/dev/null; then update-desktop-database "$share/applications" || true; fi; }

# What is made portable holds a library of its own: that is nobody's to remove but its user's.
drop() { [ -e "$1/portable" ] || rm -rf "$1"; }

remove() {
  rm -f "$bin/insurance-desktop" "$bin/insurance-desktop-window" "$entry" "$icon" "$manual"
  rm -rf "$versions/.coming"
  for each in "$versions"/*; do drop "$each"; done
  rmdir "$versions" 2>/dev/null || true
  refresh
  tell "$removed" "$share/insurance_desktop, ${XDG_STATE_HOME:-$HOME/.local/state}/insurance_desktop, ${XDG_CACHE_HOME:-$HOME/.cache}/insurance_desktop"
}

# The newest version and the one before it stay; older ones go, but for those that run. Of a version that is installed
# once more nobody knows here which one was before it: none goes.
sweep() {
  [ "$1" != "$2" ] || return 0
  for each in "$versions"/*/; do
    each=${each%/}
    case $each in "$versions/$1" | "$versions/$2") continue ;; esac
    runs "$each" || drop "$each"
  done
}

install() {
  for each in version program/insurance-desktop share; do [ -e "$here/$each" ] || fail "$incomplete" "$each"; done
  version=$(cat "$here/version")
  former=$(readlink "$bin/insurance-desktop" 2>/dev/null || true)
  former=$(basename "$(dirname "${former:-/none}")")
  coming=$versions/.coming
  { mkdir -p "$bin" "$versions" && rm -rf "$coming" && cp -a "$here/program" "$coming"; } || { rm -rf "$coming"; fail "$no_room" "$versions"; }
  cp "$here/install.sh" "$here"/words.* "$coming/"
  "$coming/insurance-desktop" --version </dev/null >/dev/null 2>&1 || { rm -rf "$coming"; fail "$no_start" "$version"; }
  if [ -d "$versions/$version" ]; then
    aside=$versions/$version.$(date +%s)
    mv "$versions/$version" "$aside"
    if ! runs "$versions/$version" && ! runs "$aside"; then drop "$aside"; fi
  fi
  mv "$coming" "$versions/$version"
  mkdir -p "$(dirname "$entry")" "$(dirname "$icon")" "$(dirname "$manual")"
  sed "s|@BIN@|$bin|" "$here/share/applications/insurance_desktop.desktop" >"$entry"
  cp "$here/share/icons/hicolor/scalable/apps/insurance-desktop.svg" "$icon"
  cp "$here/share/man/man1/insurance-desktop.1" "$manual"
  for name in insurance-desktop insurance-desktop-window; do ln -sfn "$versions/$version/$name" "$bin/$name"; done
  refresh
  sweep "$version" "$former" || true
  tell "$installed" "$version"
  for each in "$versions"/*/; do [ "$each" = "$versions/$version/" ] || tell "$kept" "${each%/}"; done
  case :$PATH: in *:"$bin":*) ;; *) tell "$not_on_path" "$bin" ;; esac
}

case ${1:-} in
  "") install ;;
  --remove) remove ;;
  *) fail "$usage" ;;
esac
