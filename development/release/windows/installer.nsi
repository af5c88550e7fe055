; The installer, for one user and without an administrator: makensis -DVERSION= -DSOURCE= -DTARGET= -DPROGRAM= installer.nsi
; /S installs in silence, /D=C:\folder says where. The user's data lie elsewhere, or in `user` beside a portable program,
; and stay, also when it is removed.
Target amd64-unicode
Unicode true
!include "MUI2.nsh"
!include "FileFunc.nsh"

!define ID "insurance-desktop"
!define UNINSTALL "Software\Microsoft\Windows\CurrentVersion\Uninstall\${ID}"
!define LINKS "Software\Classes\baoxian"

Name "$(Title)"
OutFile "${TARGET}"
InstallDir "$LOCALAPPDATA\Programs\${ID}"
InstallDirRegKey HKCU "Software\${ID}" "folder"
RequestExecutionLevel user
!ifdef QUICK
SetCompressor zlib
!else
SetCompressor /SOLID lzma
!endif
ManifestDPIAware true
ShowInstDetails nevershow

!define MUI_FINISHPAGE_RUN "$INSTDIR\program\insurance-desktop-window.exe"
!insertmacro MUI_PAGE_DIRECTORY
!insertmacro MUI_PAGE_INSTFILES
!insertmacro MUI_PAGE_FINISH
!insertmacro MUI_UNPAGE_CONFIRM
!insertmacro MUI_UNPAGE_INSTFILES
!insertmacro MUI_LANGUAGE "SimpChinese"
!insertmacro MUI_LANGUAGE "English"
!include "${WORDS}"

Section
  ; What was installed before is kept beside, as a whole: it can be started from there.
  IfFileExists "$INSTDIR\program\*.*" 0 fresh
    RMDir /r "$INSTDIR\former"
    Rename "$INSTDIR\program" "$INSTDIR\former"
    IfErrors 0 fresh
      MessageBox MB_OK|MB_ICONSTOP "$(InUse)" /SD IDOK
      SetErrorLevel 1
      Quit
  fresh:
  SetOutPath "$INSTDIR\program"
  ; Of a portable program the user's data lie inside, and go on with the one that is newer.
  IfFileExists "$INSTDIR\former\portable" 0 elsewhere
    Rename "$INSTDIR\former\user" "$INSTDIR\program\user"
    CopyFiles /SILENT "$INSTDIR\former\portable" "$INSTDIR\program"
  elsewhere:
  File /r "${SOURCE}/*.*"
  SetOutPath "$INSTDIR"
  WriteUninstaller "$INSTDIR\uninstall.exe"
  WriteRegStr HKCU "Software\${ID}" "folder" "$INSTDIR"
  CreateShortcut "$SMPROGRAMS\$(Title).lnk" "$INSTDIR\program\insurance-desktop-window.exe" "" "$INSTDIR\program\insurance-desktop.ico"
  WriteRegStr HKCU "${LINKS}" "" "URL:baoxian"
  WriteRegStr HKCU "${LINKS}" "URL Protocol" ""
  WriteRegStr HKCU "${LINKS}\shell\open\command" "" '"$INSTDIR\program\insurance-desktop-window.exe" open "%1"'
  WriteRegStr HKCU "${UNINSTALL}" "DisplayName" "$(Title)"
  WriteRegStr HKCU "${UNINSTALL}" "DisplayVersion" "${VERSION}"
  WriteRegStr HKCU "${UNINSTALL}" "DisplayIcon" "$INSTDIR\program\insurance-desktop.ico"
  WriteRegStr HKCU "${UNINSTALL}" "UninstallString" '"$INSTDIR\uninstall.exe"'
  WriteRegStr HKCU "${UNINSTALL}" "QuietUninstallString" '"$INSTDIR\uninstall.exe" /S'
  ${GetSize} "$INSTDIR\program" "/S=0K" $0 $1 $2
  IntFmt $0 "0x%08X" $0
  WriteRegDWORD HKCU "${UNINSTALL}" "EstimatedSize" "$0"
  WriteRegDWORD HKCU "${UNINSTALL}" "NoModify" 1
  WriteRegDWORD HKCU "${UNINSTALL}" "NoRepair" 1
  ; A string of this installer holds 1,024 signs, many a PATH more: Python changes it.
  nsExec::Exec '"$INSTDIR\program\python\python.exe" "$INSTDIR\program\path.py" add'
SectionEnd

Section "Uninstall"
  ; A portable program's data stay, in a folder that is nobody's yet; where they cannot be moved, nothing is removed.
  IfFileExists "$INSTDIR\program\user\*.*" 0 gone
    StrCpy $0 "$INSTDIR\user"
    taken:
    IfFileExists "$0\*.*" 0 free
      StrCpy $0 "$0-1"
      Goto taken
    free:
    ClearErrors
    Rename "$INSTDIR\program\user" "$0"
    IfErrors 0 gone
      MessageBox MB_OK|MB_ICONSTOP "$(StillOpen)" /SD IDOK
      SetErrorLevel 1
      Quit
  gone:
  nsExec::Exec '"$INSTDIR\program\python\python.exe" "$INSTDIR\program\path.py" remove'
  Delete "$SMPROGRAMS\$(Title).lnk"
  DeleteRegKey HKCU "${LINKS}"
  DeleteRegKey HKCU "${UNINSTALL}"
  DeleteRegKey HKCU "Software\${ID}"
  RMDir /r "$INSTDIR\program"
  RMDir /r "$INSTDIR\former"
  Delete "$INSTDIR\uninstall.exe"
  RMDir "$INSTDIR"
SectionEnd
