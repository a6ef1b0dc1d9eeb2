# Installs the worker as a Windows service. Run it as an administrator in the folder that holds worker.mjs,
# daftar-worker.xml and WinSW-x64.exe (from https://github.com/winsw/winsw/releases). deploy/README.md says more.
param([string]$Place = "$env:ProgramData\DaftarWorker")
$ErrorActionPreference = "Stop"

$node = Get-Command node.exe -ErrorAction SilentlyContinue
if (-not $node) { throw "Node is missing. Install Node 20.19 or newer for all users, then run this again." }
foreach ($file in "worker.mjs", "daftar-worker.xml", "WinSW-x64.exe") {
  if (-not (Test-Path "$PSScriptRoot\$file")) { throw "$file is missing beside this script. Nothing was changed." }
}

$service = Get-Service daftar-worker -ErrorAction SilentlyContinue
if ($service -and $service.Status -ne "Stopped") { & "$Place\daftar-worker.exe" stopwait }
New-Item -ItemType Directory -Force $Place | Out-Null

# The folder holds the token and the journal: for the service, the system and administrators alone.
& icacls $Place /inheritance:r /grant:r "*S-1-5-18:(OI)(CI)F" "*S-1-5-32-544:(OI)(CI)F" "*S-1-5-19:(OI)(CI)M" | Out-Null
if ($LASTEXITCODE -ne 0) { throw "The rights of $Place could not be set. The service was not installed." }

Copy-Item "$PSScriptRoot\worker.mjs" $Place -Force
Copy-Item "$PSScriptRoot\WinSW-x64.exe" "$Place\daftar-worker.exe" -Force
# A service does not see this user's PATH.
(Get-Content "$PSScriptRoot\daftar-worker.xml" -Raw).Replace("<executable>node.exe<", "<executable>$($node.Source)<") |
  Set-Content "$Place\daftar-worker.xml" -Encoding UTF8

if (-not (Test-Path "$Place\worker-data\worker.json")) {
  # It asks, unless WORKER_SERVER, WORKER_TOKEN and WORKER_NAME say it, and ends by itself: Ctrl+C would end this script too.
  & $node.Source "$Place\worker.mjs" --folder "$Place\worker-data" --pair
  if ($LASTEXITCODE -ne 0) { throw "The worker was not paired, and no service was installed. What it said stands above. Run this again." }
}

if (-not $service) { & "$Place\daftar-worker.exe" install }
& "$Place\daftar-worker.exe" start
Write-Host "The worker runs. Its log: $Place\worker-data\log\worker.log"
