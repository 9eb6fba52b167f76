// Figures of a process from the operating system: from /proc on Linux, from `ps` elsewhere.
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";

const linux = process.platform === "linux";
const clock_ticks_per_second = 100;

/** Resident memory in MiB, and its peak if the system records it. Throws if the process has ended. */
export function memoryOf(pid: number): { now_mib: number; peak_mib: number | null } {
  if (!linux) return { now_mib: Number(ps("rss", pid)) / 1_024, peak_mib: null };
  const status = readFileSync(`/proc/${pid}/status`, "utf8");
  // The status of a zombie process has no memory fields.
  const kibibytes = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+) kB`, "m").exec(status)![1]);
  return { now_mib: kibibytes("VmRSS") / 1_024, peak_mib: kibibytes("VmHWM") / 1_024 };
}

/** The processor time that a process has used, in seconds; null if the system is not precise enough. */
export function cpuSecondsOf(pid: number): number | null {
  if (!linux) return null;
  const { own } = ticksOf(pid);
  return own / clock_ticks_per_second;
}

/** The processor time of a process on this machine and its children, including ended ones. */
export function cpuSecondsOfTree(pid: number): number | null {
  if (!linux) return null;
  const { own, ended } = ticksOf(pid);
  return (own + ended) / clock_ticks_per_second + childrenOf(pid).reduce((sum, child) => sum + (secondsIfAlive(child) ?? 0), 0);
}

/** The running child processes of a process; empty if that is not known. */
export function childrenOf(pid: number): number[] {
  if (!linux) return [];
  return readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").trim().split(" ").filter(Boolean).map(Number);
}

/** A child may end between listing and reading it. Its time is then included in its parent's at the next reading. */
function secondsIfAlive(pid: number): number | null {
  try {
    return cpuSecondsOf(pid);
  } catch {
    return null;
  }
}

/** Clock ticks of a process itself, and of its ended children. */
function ticksOf(pid: number): { own: number; ended: number } {
  const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
  // The name in parentheses may contain blanks; utime, stime, cutime and cstime are fields 14 to 17 of the whole line.
  const fields = stat
    .slice(stat.lastIndexOf(")") + 2)
    .split(" ")
    .map(Number);
  return { own: fields[11]! + fields[12]!, ended: fields[13]! + fields[14]! };
}

function ps(column: string, pid: number): string {
  return execFileSync("ps", ["-o", `${column}=`, "-p", String(pid)], { encoding: "utf8" }).trim();
}
