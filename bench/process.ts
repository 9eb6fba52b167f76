// What the operating system knows about a process: /proc on Linux, `ps` elsewhere.
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";

const linux = process.platform === "linux";
const clock_ticks_per_second = 100;

/** Resident memory in MiB, and its peak where the system remembers it. Throws when the process has ended. */
export function memoryOf(pid: number): { now_mib: number; peak_mib: number | null } {
  if (!linux) return { now_mib: Number(ps("rss", pid)) / 1_024, peak_mib: null };
  const status = readFileSync(`/proc/${pid}/status`, "utf8");
  // A process that has ended, and is not buried yet, holds none and does not say so.
  const kibibytes = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+) kB`, "m").exec(status)![1]);
  return { now_mib: kibibytes("VmRSS") / 1_024, peak_mib: kibibytes("VmHWM") / 1_024 };
}

/** Processor time that a process has used, in seconds; null where it cannot be told finely enough. */
export function cpuSecondsOf(pid: number): number | null {
  if (!linux) return null;
  const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
  // The name in parentheses may hold blanks; utime and stime are fields 14 and 15 of the whole line.
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return (Number(fields[11]) + Number(fields[12])) / clock_ticks_per_second;
}

function ps(column: string, pid: number): string {
  return execFileSync("ps", ["-o", `${column}=`, "-p", String(pid)], { encoding: "utf8" }).trim();
}
