#!/usr/bin/env bash
# Tries the installer for Windows under wine 10 (Debian 13) and writes a table: what was run, and what was seen.
#
#     development/release/windows/trial.sh SETUP.exe SYSTEM TABLE.md        as root; SYSTEM is made where it is not there
#
# Before the line “with stand-ins” everything runs as it ships. After it a copy of numpy and Qt stands on two libraries of
# ours (wine/stubs.py; needs ziglang and pefile in the Python that STUBS_PYTHON names), because wine lacks what they name.
set -uo pipefail
patience=${PATIENCE:-300} # seconds for a command; a busy machine needs more
setup=$(realpath "$1") system=$2 table=$(realpath -m "$3")
here=$(cd "$(dirname "$0")" && pwd); checkout=$(cd "$here/../../.." && pwd)
prefix=/srv/prefix; user=$(id -un); home="$prefix/drive_c/users/$user"; root="$home/AppData/Local/Programs/insurance-desktop"
program="C:\\users\\$user\\AppData\\Local\\Programs\\insurance-desktop\\program\\insurance-desktop.exe"
library="C:\\users\\$user\\资料\\library.db"

inside() { chroot "$system" env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LANG=C.UTF-8 WINEDEBUG=-all WINEPREFIX=$prefix ${screen:+DISPLAY=$screen} "$@"; }
ours() { inside timeout "$patience" wine "$program" "$@" 2>/dev/null | tr -d '\r'; return "${PIPESTATUS[0]}"; }
registry() { inside wine reg query "$@" 2>/dev/null | tr -d '\r'; }
said() { tr '\n' ' ' | cut -c1-"${1:-160}"; }
row() { printf '| %s | %s | %s |\n' "$1" "$2" "$3" | tee -a "$table"; }
check() { local what=$1 seen; shift; if seen=$("$@" | said); then row "$what" yes "$seen"; else row "$what" NO "$seen"; fi; }
in_prefix() { [ -e "$system$root/$1" ] && echo "$1"; }

if [ ! -d "$system/usr/lib/wine" ]; then
  [ -x "$system/usr/bin/dpkg" ] || debootstrap --variant=minbase --include=ca-certificates trixie "$system" >/dev/null || exit 1
  for each in /etc/apt/apt.conf.d/*proxy*; do [ ! -e "$each" ] || cp "$each" "$system/etc/apt/apt.conf.d/"; done
  cp -L /etc/resolv.conf "$system/etc/"
  inside sh -c 'apt-get update -qq; DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends wine wine64 xvfb' >/dev/null || exit 1
fi
for folder in proc sys dev; do mountpoint -q "$system/$folder" || { mount --rbind "/$folder" "$system/$folder" && mount --make-rslave "$system/$folder"; }; done
trap 'inside wineserver -k; for f in dev sys proc; do umount -lR "$system/$f" 2>/dev/null; done' EXIT
rm -rf "$system$prefix"; cp "$setup" "$system/srv/setup.exe"; cp -r "$checkout/resources/samples" "$system/srv/"
inside wineboot -i >/dev/null 2>&1

printf '| what was run under %s | went | seen |\n|---|---|---|\n' "$(inside wine --version)" >"$table"
row "the installer" "" "$(basename "$setup"), $(stat -c %s "$setup") bytes"
check "installs in silence (/S)" inside timeout 3600 wine /srv/setup.exe /S
check "the program lies there" in_prefix program/insurance-desktop.exe
check "the Start menu has it" inside find "$home/AppData/Roaming/Microsoft/Windows/Start Menu" -name "*.lnk"
check "baoxian:// is registered for the user" registry 'HKCU\Software\Classes\baoxian\shell\open\command'
on_path() { registry 'HKCU\Environment' /v Path | grep insurance-desktop; }
check "the console program is on the user's PATH" on_path
check "--version" ours --version
check "update settings" ours update settings
check "licences (the first lines)" ours licences
check "connect claude-desktop --dry-run names the console program" ours connect claude-desktop --dry-run --library "$library"

row "**with stand-ins for what wine lacks, from here on**" "" "numpy's complex functions, Qt's ICU"
"${STUBS_PYTHON:-python3}" "$here/wine/stubs.py" "$system$root/program" || row "the stand-ins" NO "could not be made"
convert() { ours convert 'Z:\srv\samples\clause-1.pdf' --markdown | grep -m3 '#'; }
check "convert of a sample" convert
approve() {
  ours import 'Z:\srv\samples\clause-1.pdf' --library "$library" --create --json | grep -o '"conversion_status": "[A-Z_]*"'
  ours review approve 1 --reviewer try --accept-findings --reason try --library "$library" | tail -1
}
check "import and approve" approve
search() { ours search 犹豫期有几天 --library "$library" | grep -m2 犹豫期; }
check "search" search
handshake() {
  printf '%s\n' '{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"try","version":"1"}}}' \
    '{"jsonrpc":"2.0","method":"notifications/initialized"}' '{"jsonrpc":"2.0","id":2,"method":"tools/list"}' |
    (cat; sleep "$((patience / 5))") | ours mcp --library "$library" | grep -o '"serverInfo":{[^}]*}\|"name":"search_policy_clause"'
}
check "MCP: handshake and tools over its pipes" handshake
health() { ours doctor --library "$library" | grep -v ✔; [ "${PIPESTATUS[0]}" = 0 ]; }
check "doctor (lines that are not well)" health
screen=:4079
inside sh -c "mkdir -p /tmp/screen; exec Xvfb $screen -screen 0 1280x800x24 -nolisten tcp -fbdir /tmp/screen" >/dev/null 2>&1 & server=$!
sleep 3
(sleep 60; cp "$system/tmp/screen/Xvfb_screen0" "${table%.md}.xwd" 2>/dev/null) &
inside timeout 70 wine "${program%.exe}-window.exe" --library "$library" >/dev/null 2>&1; opened=$?
row "the window stays open for 70 s" "$([ $opened = 124 ] && echo yes || echo NO)" "code $opened; picture: ${table%.md}.xwd"
kill $server; screen=

touch "$system$root/program/portable"
portable() { ours import 'Z:\srv\samples\clause-1.pdf' --create >/dev/null; in_prefix program/user/data/library.db; }
check "with a file portable beside it the library lies there, too" portable
check "installs once more over it" inside timeout 3600 wine /srv/setup.exe /S
check "the former version is kept beside" in_prefix former/insurance-desktop.exe
kept() { inside timeout "$patience" wine "${program/\\program\\/\\former\\}" --version 2>/dev/null | tr -d '\r'; }
check "the former version starts" kept
check "the portable library has gone on with the newer one" in_prefix program/user/data/library.db
check "uninstalls in silence" inside timeout 600 wine "C:\\users\\$user\\AppData\\Local\\Programs\\insurance-desktop\\uninstall.exe" /S
for _ in $(seq 60); do [ -e "$system$root/program" ] || break; sleep 5; done  # it works on after it has returned
row "the program has gone" "$([ -e "$system$root/program" ] && echo NO || echo yes)" ""
row "the library has stayed" "$([ -e "$system$home/资料/library.db" ] && echo yes || echo NO)" ""
row "the portable one has stayed, too" "$([ -e "$system$root/user/data/library.db" ] && echo yes || echo NO)" ""
row "PATH and links are as before" "$( (registry 'HKCU\Environment' /v Path; registry 'HKCU\Software\Classes\baoxian') | grep -q insurance && echo NO || echo yes)" ""
row "**only a real Windows can show**" "" "SmartScreen and virus scanners, screen readers and input methods, the numbers of numpy's own complex functions, Qt's ICU codecs, DirectWrite's Chinese, paths beyond 260 signs, speed"
