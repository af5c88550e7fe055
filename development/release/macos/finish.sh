#!/bin/sh
# Finishes the bundle on a Mac: Python put in, everything signed from the inside out, a disk image, notarised and stapled.
#
#     sh finish.sh python-3.13.2-macos11.pkg "Developer ID Application: NAME (TEAM)" KEYCHAIN-PROFILE
#
# The package is python.org's own. The profile is made once by `xcrun notarytool store-credentials`. Not run yet by
# anybody: each step stops the script where it fails, and says which one it was.
set -eu
stop() { echo "finish.sh: $*" >&2; exit 1; }
[ "$(uname -s)" = Darwin ] || stop "a Mac is needed from here on: install_name_tool, codesign, hdiutil and notarytool exist nowhere else. What was made so far is a layout without Python that cannot be started."
[ $# -eq 3 ] || stop "usage: sh finish.sh PYTHON.pkg IDENTITY KEYCHAIN-PROFILE"
package=$1 identity=$2 profile=$3
here=$(cd "$(dirname "$0")" && pwd)
app="$here/insurance-desktop.app" contents="$here/insurance-desktop.app/Contents"
framework="$contents/Frameworks/Python.framework" inside="$contents/Frameworks/Python.framework/Versions/3.13"
rights="$here/entitlements.plist"

pkgutil --check-signature "$package" | grep -q "Python Software Foundation" || stop "$package is not signed by the Python Software Foundation"
work=$(mktemp -d); trap 'rm -rf "$work"' EXIT
pkgutil --expand-full "$package" "$work/python"
mkdir -p "$contents/Frameworks"; rm -rf "$framework"; mkdir -p "$framework"
cp -R "$work/python/Python_Framework.pkg/Payload/." "$framework/"
[ -x "$inside/bin/python3.13" ] || stop "the package is not of Python 3.13, for which the libraries were chosen"
rm -rf "$inside/lib/python3.13/test" "$inside/lib/python3.13/idlelib" "$inside/lib/python3.13/tkinter" "$inside/lib/python3.13/site-packages" "$inside/share"
ln -s ../../../../../../Resources/site-packages "$inside/lib/python3.13/site-packages"
printf '#!/bin/sh\nexec "$(dirname "$0")/python3.13" -I -m insurance_desktop "$@"\n' > "$inside/bin/insurance-desktop"
chmod 755 "$inside/bin/insurance-desktop"

# python.org's framework names itself by /Library/Frameworks: from now on by where it lies
old=/Library/Frameworks/Python.framework/Versions/3.13/Python
install_name_tool -id @rpath/Python.framework/Versions/3.13/Python "$inside/Python"
install_name_tool -change $old @executable_path/../Python "$inside/bin/python3.13"
started="$inside/Resources/Python.app/Contents/MacOS/Python"
[ ! -e "$started" ] || install_name_tool -change $old @executable_path/../../../../Python "$started"

sign() { codesign --force --timestamp --options runtime --sign "$identity" "$@"; }
find "$app" \( -name '*.so' -o -name '*.dylib' \) -type f -exec codesign --force --timestamp --options runtime --sign "$identity" {} + || stop "a library was not signed"
for each in "$contents/Resources/site-packages/PySide6/Qt/lib"/*.framework; do sign "$each" || stop "not signed: $each"; done
for each in "$started" "$inside/bin/python3.13" "$inside/Resources/Python.app" "$framework" "$app"; do
  [ ! -e "$each" ] || sign --entitlements "$rights" "$each" || stop "not signed: $each"
done
codesign --verify --deep --strict "$app" || stop "the signature does not hold"
"$inside/bin/insurance-desktop" --version || stop "the program does not start"

version=$(/usr/libexec/PlistBuddy -c 'Print CFBundleShortVersionString' "$contents/Info.plist")
image="$here/insurance-desktop-$version-darwin-$(uname -m).dmg"
hdiutil create -volname insurance-desktop -srcfolder "$app" -format UDZO -ov "$image"
codesign --force --timestamp --sign "$identity" "$image"
xcrun notarytool submit "$image" --keychain-profile "$profile" --wait || stop "Apple did not accept it: xcrun notarytool log ID --keychain-profile $profile"
xcrun stapler staple "$image"
spctl --assess --type open --context context:primary-signature --verbose "$image"
echo "$image"
