#!/usr/bin/env bash
# What a bare Debian sees: a root system of nothing but Python, in which the README's two lines are run as root, without
# git and without what Qt loads; then the window is asked for, and what it names is installed until it opens.
#
#     development/release/bare_system.sh SUITE FOLDER [--without-tests]      as root; e.g. bookworm /var/tmp/bare
set -euo pipefail
suite=$1 system=$2 tests=${3:-}
checkout=$(cd "$(dirname "$0")/../.." && pwd)

say() { printf '\n== %s\n' "$*"; }
inside() { chroot "$system" env -i PIP_QUIET=1 PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LANG=C.UTF-8 ${PIP_CERT:+PIP_CERT=$PIP_CERT} "$@"; }
line() { awk -v mark="<!-- line: $1 -->" '$0 == mark { wanted = 1 } wanted && /^python3 / { print; exit }' "$checkout/README.md"; }
ready() { for folder in proc sys dev; do mountpoint -q "$system/$folder" || mount --rbind "/$folder" "$system/$folder"; done; }
done_with() { for folder in dev sys proc; do umount -lR "$system/$folder" 2>/dev/null || true; done; }

if [ ! -x "$system/usr/bin/python3" ]; then
  say "debootstrap $suite"
  debootstrap --variant=minbase --include=python3,python3-venv,ca-certificates,procps "$suite" "$system" >"$system.log" 2>&1 || { tail -20 "$system.log"; exit 1; }
fi
for each in /etc/resolv.conf /etc/pip.conf /etc/ssl/certs/ca-certificates.crt; do [ ! -e "$each" ] || cp -L "$each" "$system$each"; done
for each in /etc/apt/apt.conf.d/*proxy*; do [ ! -e "$each" ] || cp "$each" "$system/etc/apt/apt.conf.d/"; done
trap done_with EXIT
ready
rm -rf "$system/srv/checkout" && mkdir "$system/srv/checkout"
(cd "$checkout" && git ls-files -z | tar --null -T - -cf -) | tar -x -C "$system/srv/checkout"

run() { say "$*"; inside bash -c "cd /srv/checkout && $*" && echo "rc 0" || echo "rc $?"; }
run "$(line demo)"
program=".venv/bin/insurance-desktop"
run "$program doctor"
run "DISPLAY=:0 $program doctor | grep -A1 窗口"
for _ in 1 2 3; do
  said=$(inside bash -c "cd /srv/checkout && DISPLAY=:0 $program" 2>&1 </dev/null || true)
  say "the window says: $said"
  install=$(grep -o 'apt-get install [a-z0-9. +-]*' <<<"$said" || true)
  [ -n "$install" ] || break
  if [ -n "$tests" ]; then :; elif [ -z "${tested:-}" ]; then tested=1; run "$(line test)"; fi
  run "apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends ${install#apt-get install } >/dev/null"
done
say "the window on a screen, without a Chinese font: $system.xwd"
run "apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends xvfb >/dev/null"
run "mkdir -p /tmp/screen; Xvfb :4076 -screen 0 1280x800x24 -fbdir /tmp/screen 2>/dev/null & sleep 3
  (sleep 20; cp /tmp/screen/* /tmp/window.xwd) & cd /srv/checkout; DISPLAY=:4076 timeout 30 $program; opened=\$?; kill %1; test \$opened = 124"
mv "$system/tmp/window.xwd" "$system.xwd"
