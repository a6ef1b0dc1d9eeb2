import { spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, rmSync } from "node:fs";
import path from "node:path";

/** Room for the stores and the backups of many rounds, in bytes; what is empty takes no room on the real disk. */
const SIZE = 1024 * 1024 * 1024;
const MOST_ATTEMPTS = 50;
/** EXT4_IOC_SHUTDOWN with EXT4_GOING_FLAGS_NOLOGFLUSH (linux/fs/ext4/ext4.h): the file system stops at once and drops what it holds. */
const SHUT_DOWN = 'open my $place, "<", $ARGV[0] or die $!; my $how = pack "I", 2; ioctl $place, 0x8004587d, $how or die "ioctl: $!"';

function run(command: string, args: string[]): string {
  const { status, stdout, stderr, error } = spawnSync(command, args, { encoding: "utf8" });
  if (error || status !== 0) throw new Error(`${command} ${args.join(" ")} failed: ${error?.message ?? stderr}`);
  return stdout.trim();
}

/**
 * A disk whose power can be cut: an image file, mounted as ext4 over a loop device. What the file system has not yet
 * given to the device stands in memory alone and is lost by a cut, as on a real machine; what fsync has confirmed is in
 * the image. What a disk's own cache would lose is not: the image is a disk that never lies about a flush.
 */
export class Device {
  private images = 0;
  private image = "";
  private isMounted = false;
  readonly mount: string;

  constructor(private readonly folder: string) {
    this.mount = path.join(folder, "disk");
    mkdirSync(this.mount, { recursive: true });
  }

  /** An empty disk. */
  make(): void {
    this.image = this.nextImage();
    run("truncate", ["-s", String(SIZE), this.image]);
    // Everything is laid out now: a thread that does it later would write beside the server.
    run("mkfs.ext4", ["-q", "-F", "-b", "4096", "-E", "lazy_itable_init=0,lazy_journal_init=0", this.image]);
    this.attach();
  }

  /**
   * Cuts the power at this instant: nothing that is still in memory reaches the image any more, and whatever is being
   * written fails. The disk is still there for the processes that have files open; `swap` must follow once they ended.
   */
  cut(): void {
    run("perl", ["-e", SHUT_DOWN, this.mount]);
  }

  /** Takes what the device really held at the cut and mounts that, which replays the journal as a booting machine does. */
  swap(): void {
    const copy = this.nextImage();
    this.copyStill(copy);
    this.detach();
    rmSync(this.image);
    this.image = copy;
    this.attach();
  }

  /** Requests that the device had taken before the cut may still be on their way; a copy during them would be of no one instant. */
  private copyStill(copy: string): void {
    for (let attempt = 0; attempt < MOST_ATTEMPTS; attempt++) {
      const before = this.writes();
      run("cp", ["--sparse=always", this.image, copy]);
      if (before.underWay === 0 && JSON.stringify(this.writes()) === JSON.stringify(before)) return;
      run("sleep", ["0.1"]);
    }
    throw new Error("The device goes on being written after the cut.");
  }

  /** Takes the mount away, whatever state it is in; the loop device goes with it. */
  detach(): void {
    if (!this.isMounted) return;
    const { status } = spawnSync("umount", [this.mount]);
    if (status !== 0) run("umount", ["--lazy", this.mount]);
    this.isMounted = false;
  }

  private attach(): void {
    // The journal is left alone for long, so that only what somebody asked for by fsync is on the device.
    run("mount", ["-o", "loop,commit=300", this.image, this.mount]);
    this.isMounted = true;
  }

  private nextImage(): string {
    return path.join(this.folder, `disk-${this.images++}.img`);
  }

  /** Requests and sectors that were written to the device so far, and those under way (Documentation/block/stat). */
  private writes(): { requests: number; sectors: number; underWay: number } {
    const device = path.basename(run("findmnt", ["-no", "SOURCE", this.mount]));
    const fields = readFileSync(`/sys/block/${device}/stat`, "utf8").trim().split(/\s+/).map(Number);
    return { requests: fields[4] ?? 0, sectors: fields[6] ?? 0, underWay: fields[8] ?? 0 };
  }
}
