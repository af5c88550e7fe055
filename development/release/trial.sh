#!/usr/bin/env bash
# Tries the archive and the .deb in a bare Debian without Python, without fonts and without network, and writes what was
# run and seen as a table beside them, with a picture of the window.
#
#     development/release/trial.sh OUT SUITE FOLDER        as root; e.g. bookworm /var/tmp/trial12
#
# OUT is what `python -m development.release` filled. FOLDER holds afterwards the bare system and the one of this trial.
# Where PYTHON names a Python with the program's libraries, an update is published and installed, too.
set -euo pipefail
out=$(realpath "$1") suite=$2 folder=$3
checkout=$(cd "$(dirname "$0")/../.." && pwd)
bare=$folder/bare system=$folder/tried samples=$checkout/resources/samples
deb=$(ls "$out"/*_amd64.deb) archive=$(ls "$out"/*-linux-x86_64.tar.gz)
table=$out/trial-$suite.md log=$folder/trial.log
number=$(dpkg-deb -f "$deb" Version) next=99.0 published=99.1

plain() { chroot "$system" env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin LANG=C.UTF-8 DEBIAN_FRONTEND=noninteractive HOME=/root "$@"; }
cut_off() { unshare -n chroot "$system" env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin LANG=C.UTF-8 DEBIAN_FRONTEND=noninteractive HOME=/root "$@"; }
done_with() { for each in dev sys proc; do umount -lR "$system/$each" 2>/dev/null || true; done; }
row() { printf '| %s | %s | %s | %s |\n' "$@" | tee -a "$table"; }

# step WHO WHAT COMMAND PATTERN: runs it, and shows the last line of what it says that the pattern matches.
step() {
  local start=$SECONDS said rc=0 seen
  if [ "$1" = root ]; then said=$(cut_off bash -c "$3" 2>&1 </dev/null) || rc=$?; else said=$(cut_off su - person -c "$3" 2>&1 </dev/null) || rc=$?; fi
  printf '\n== %s (%s)\n%s\n' "$2" "$3" "$said" >>"$log"
  seen=$(grep -E -- "${4:-.}" <<<"$said" | tail -1 | tr '|' '/' | cut -c1-180 || true)
  if [ $rc = 0 ] && [ -n "$seen$([ -n "${4:-}" ] || echo x)" ]; then row "$2" yes $((SECONDS - start)) "$seen"; else row "$2" "**NO** ($rc)" $((SECONDS - start)) "$(tail -1 <<<"$said" | tr '|' '/' | cut -c1-180)"; fi
}

mkdir -p "$folder"
[ -e "$bare/etc/debian_version" ] || debootstrap --variant=minbase "$suite" "$bare" >"$folder/debootstrap.log" 2>&1
rm -rf "$system" && cp -a --reflink=auto "$bare" "$system"
trap done_with EXIT
for each in proc sys dev; do mount --rbind "/$each" "$system/$each" && mount --make-rslave "$system/$each"; done
for each in /etc/resolv.conf /etc/apt/apt.conf.d/*proxy*; do [ ! -e "$each" ] || cp -L "$each" "$system$each"; done
: >"$log"
cp "$deb" "$archive" "$samples"/clause-[12].pdf "$system/tmp/"
file=/tmp/$(basename "$deb") unpacked=/tmp/$(basename "$archive" -linux-x86_64.tar.gz)

# While there is a network: a screen, and the packages that the .deb will ask for, unpacked by nobody yet.
plain bash -c "apt-get update -qq && apt-get install -qq --no-install-recommends xvfb && apt-get install -qq --no-install-recommends --download-only $file && useradd --create-home --shell /bin/bash person" >>"$log" 2>&1
# The same program under a newer number, to be upgraded to.
rm -rf "$folder/newer" && dpkg-deb -R "$deb" "$folder/newer"
mv "$folder/newer/opt/insurance-desktop/$number" "$folder/newer/opt/insurance-desktop/$next"
for each in insurance-desktop insurance-desktop-window; do ln -sfn "/opt/insurance-desktop/$next/$each" "$folder/newer/usr/bin/$each"; done
sed -i "s/^Version: .*/Version: $next/" "$folder/newer/DEBIAN/control"
dpkg-deb -Znone --root-owner-group -b "$folder/newer" "$system/tmp/newer.deb" >/dev/null
cat >"$system/tmp/question" <<'ASK'
{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"search_policy_clause","arguments":{"query":"犹豫期"}}}
ASK
cat >"$system/tmp/hello" <<'ASK'
{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"trial","version":"1"}}}
{"jsonrpc":"2.0","method":"notifications/initialized"}
ASK
cat >"$system/tmp/asks" <<'ASK'
#!/bin/bash
# Shakes hands with the server of $1 and asks it; the pipe stays open until the answer is there, however busy the machine.
coproc server { "$1" mcp --library first.db; }
cat /tmp/hello /tmp/question >&"${server[1]}"
while read -r -t 120 said <&"${server[0]}"; do
  grep -o '"serverInfo"\|"section_title":"[^"]*"' <<<"$said" | head -1 | tr '\n' ' '
  [[ $said != *'"id":2,'* && $said != *'"id":2}'* ]] || exit 0
done
exit 1
ASK
cat >"$system/tmp/in_use" <<'ASK'
#!/bin/bash
# A server that a client holds is asked once more after the upgrade that the first argument runs.
rm -f /tmp/asked /tmp/answered && mkfifo -m 666 /tmp/asked && : >/tmp/answered && chmod 666 /tmp/answered
su - person -c "$2 mcp --library first.db </tmp/asked >/tmp/answered 2>/tmp/said" & exec 3>/tmp/asked
answers() { for _ in $(seq 120); do [ "$(grep -c '"id"' /tmp/answered)" -ge "$1" ] && return 0; sleep 0.5; done; cat /tmp/said; return 1; }
cat /tmp/hello >&3 && answers 1 && bash -c "$1" >/tmp/upgraded 2>&1 || { tail -3 /tmp/upgraded /tmp/said; exit 1; }
cat /tmp/question >&3 && answers 2 && grep -o '"section_title":"[^"]*"' /tmp/answered | head -1
ASK
cat >"$system/tmp/screen" <<'ASK'
#!/bin/bash
# The window on a screen of its own, for 30 seconds; its picture lies in /tmp/$1.xwd.
mkdir -p /tmp/screen-$1
Xvfb :4077 -screen 0 1280x800x24 -fbdir /tmp/screen-$1 2>/dev/null & sleep 2
(sleep 25; cp /tmp/screen-$1/* /tmp/$1.xwd) &
DISPLAY=:4077 timeout 30 $2; opened=$?
kill %1
[ $opened = 124 ] && echo "open for 30 s"
ASK

use() { # the same with each artefact; $1 is the program
  step person "version" "$1 --version" '[0-9]'
  step person "doctor: $(basename "$1")" "$1 doctor --library first.db" '一切正常|✘'
  step person "import a PDF" "$1 import /tmp/clause-1.pdf --library first.db --create" .
  step person "approve it" "$1 review approve 1 --reviewer 王敏 --library first.db" .
  step person "search: 犹豫期有多少天" "$1 search 犹豫期有多少天 --library first.db" '第 .* 页'
  step person "MCP handshake and a search" "bash /tmp/asks $1" 'serverInfo.*section_title'
  step person "ask, word for word" "$1 ask 犹豫期有多少天 --extractive --library first.db" .
}

{ printf '# %s: %s\n\n' "$suite" "$(. "$system/etc/os-release"; echo "$PRETTY_NAME"), glibc $(plain ldd --version | head -1 | grep -o '[0-9.]*$')"
  for each in "$deb" "$archive"; do printf -- '- %s: %s MB\n' "$(basename "$each")" "$(($(stat -c %s "$each") / 1000000))"; done
  printf '\n| step | done | s | seen |\n|---|---|---:|---|\n'; } | tee "$table"

# What a publisher does: the archive under a newer number, a manifest and its signature in a folder that the system sees.
publish() {
  local made=$system/srv/published key=$folder/key.pem
  rm -rf "$folder/publishing" "$key" && mkdir -p "$folder/publishing" "$made" && echo "$published" >"$folder/changes"
  tar -xzf "$archive" -C "$folder/publishing" && echo "$published" >"$folder/publishing/$(basename "$unpacked")/version"
  tar -cf - -C "$folder/publishing" . | gzip -1 >"$made/insurance-desktop-$published-linux-x86_64.tar.gz"
  public=$(signer key "$key")
  signer sign "$made" --key "$key" --changes "$folder/changes" "$folder/changes" --version "$published"
}
signer() { PYTHONPATH=$checkout INSURANCE_DESKTOP_SIGNING_PASSWORD=trial "$PYTHON" -m development.release.publishing "$@"; }

row "**the .deb**" "" "" ""
step root "no Python here" "! command -v python3 && ! ls /usr/share/fonts 2>/dev/null | grep . && echo none, no font either" none
step root "install without network" "apt-get install -y --no-install-recommends $file && dpkg -s insurance-desktop" '^Status'
step person "both programs on PATH, menu, manual" "command -v insurance-desktop insurance-desktop-window && ls /usr/share/applications/insurance_desktop.desktop /usr/share/man/man1/insurance-desktop.1" man1
use insurance-desktop
step person "the window (picture window-deb-$suite.xwd)" "bash /tmp/screen window 'insurance-desktop-window --library first.db'" open
step person "the menu's command opens a PDF (picture)" "bash /tmp/screen menu 'insurance-desktop --library first.db open file:///tmp/clause-2.pdf'" open
step person "what it opened is imported" "insurance-desktop documents --library first.db" '^#2'
for each in window menu; do mv "$system/tmp/$each.xwd" "$out/$each-deb-$suite.xwd" 2>/dev/null || true; done
step root "upgrade while a client holds the server" "bash /tmp/in_use 'apt-get install -y --no-install-recommends /tmp/newer.deb' insurance-desktop" section_title
step person "the newer program on the same library" "readlink -f \$(command -v insurance-desktop) && insurance-desktop search 犹豫期 --library first.db" '第 .* 页'
step root "remove" "apt-get remove -y insurance-desktop && ! ls /opt/insurance-desktop 2>/dev/null && ! command -v insurance-desktop && ls -s /home/person/first.db" first.db

row "**the archive, for one user**" "" "" ""
home=/home/person program=$home/.local/bin/insurance-desktop
step person "unpack and install" "rm -f first.db*; tar -xzf $unpacked-linux-x86_64.tar.gz && ./$(basename "$unpacked")/install.sh" '[0-9]'
use $program
step person "the window (picture window-archive-$suite.xwd)" "bash /tmp/screen archive '$program-window --library first.db'" open
mv "$system/tmp/archive.xwd" "$out/window-archive-$suite.xwd" 2>/dev/null || true
step root "upgrade while a client holds the server" "echo $next >$home/$(basename "$unpacked")/version; bash /tmp/in_use 'su - person -c ./$(basename "$unpacked")/install.sh' $program" section_title
step person "the newer program on the same library" "readlink -f $program && $program search 犹豫期 --library first.db" '第 .* 页'
if [ -n "${PYTHON:-}" ]; then
  publish >>"$log" 2>&1
  versions=$home/.local/lib/insurance-desktop fetched=$home/.local/share/insurance_desktop/updates/$published
  step person "an update is told by its signature" "$program update settings --address /srv/published/insurance-desktop.toml --key $public && $program update check" "有新版本 $published"
  good=$(echo "$system"/srv/published/*.gz) && cp "$good" "$folder/good.gz"
  printf changed | dd of="$good" bs=1 seek=1000000 conv=notrunc status=none
  step person "an update that was changed is refused" "! $program update install $published && ! ls $fetched/*.gz && ! readlink $program | grep $published" 签过名
  cp "$folder/good.gz" "$good" && rm "$folder/good.gz"
  step person "fetched alone, it is verified and not installed" "$program update install $published --only-fetch && ls $fetched/*.gz && readlink $program" "$next/insurance-desktop"
  step person "installed on agreement; the former version stays" "$program update install $published && ! ls -A $fetched | grep . && readlink $program | grep $published && ls $versions | tr '\n' ' '" "$next $published"
  step person "the former version on the same library" "$versions/$next/insurance-desktop search 犹豫期 --library first.db" '第 .* 页'
  step person "back to the former version, and forth" "$program update former && readlink $program | grep $next/ && $program update former --undo && readlink $program" "$published/insurance-desktop"
fi
step person "portable: all of it beside the program" "rm -rf ~/.local/share/insurance_desktop ~/.cache; cp -a ./$(basename "$unpacked")/program stick && touch stick/portable && stick/insurance-desktop import /tmp/clause-1.pdf --create && stick/insurance-desktop review approve 1 --reviewer 王敏 && stick/insurance-desktop search 犹豫期 && ls -d stick/user/*/ && ! ls -d ~/.local/share/insurance_desktop ~/.cache/insurance_desktop ~/.local/state/insurance_desktop 2>/dev/null" stick/user/data
step person "remove" "\$(dirname \$(readlink -f $program))/install.sh --remove && ! ls $program ~/.local/lib/insurance-desktop 2>/dev/null && ls -s first.db" first.db
printf '\nUntried here: a real desktop (its menu, a drop on the icon, input methods, Wayland), another architecture, another\ndistribution. The newer version is the same program under another number.\n' | tee -a "$table"
