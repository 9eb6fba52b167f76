// What Node needs from the operating system: Debian packages of the release that this machine runs, unpacked without being
// installed.
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";

/** The C and C++ libraries that Node and the password hash need, and the files that identify the system. */
const names = ["base-files", "libatomic1", "libc6", "libgcc-s1", "libstdc++6", "netbase"];
/** Left out, because they are useful only with a shell or to human readers. */
const left_out = ["usr/share/man", "usr/share/locale", "usr/share/lintian", "usr/lib/*/gconv", "var/lib/apt"];

export type DebianPackage = { name: string; version: string; file: string; sha256: string; control: string };

/** Downloads packages by name; apt verifies their signatures. */
export function listDebian(folder: string, architecture: string): DebianPackage[] {
  mkdirSync(folder);
  execFileSync(
    "apt-get",
    ["download", "-qq", "-o", "APT::Sandbox::User=root", ...names.map((name) => `${name}:${architecture}`)],
    {
      cwd: folder,
      stdio: ["ignore", "ignore", "inherit"],
    },
  );
  return globSync("*.deb", { cwd: folder })
    .toSorted()
    .map((name) => {
      const file = path.join(folder, name);
      const control = execFileSync("dpkg-deb", ["--field", file], { encoding: "utf8" });
      const field = (key: string) => new RegExp(`^${key}: (.*)$`, "m").exec(control)![1]!;
      const sha256 = createHash("sha256").update(readFileSync(file)).digest("hex");
      return { name: field("Package"), version: field("Version"), file, sha256, control };
    });
}

/** Unpacks packages, and adds the files that name users and hosts. */
export function unpackDebian(packages: readonly DebianPackage[], to: string, user: number): string {
  // Image scanners read package names and versions from here.
  const status = path.join(to, "var/lib/dpkg/status.d");
  for (const { name, file, control } of packages) {
    execFileSync("dpkg-deb", ["--extract", file, to]);
    mkdirSync(status, { recursive: true });
    writeFileSync(path.join(status, name), control);
  }
  for (const pattern of left_out)
    for (const found of globSync(pattern, { cwd: to })) rmSync(path.join(to, found), { recursive: true });
  const etc = path.join(to, "etc");
  mkdirSync(etc, { recursive: true });
  writeFileSync(
    path.join(etc, "passwd"),
    `root:x:0:0:root:/:/sbin/nologin\nmuster:x:${user}:${user}:muster:/opt/muster:/sbin/nologin\n`,
  );
  writeFileSync(path.join(etc, "group"), `root:x:0:\nmuster:x:${user}:\n`);
  writeFileSync(path.join(etc, "nsswitch.conf"), "passwd: files\ngroup: files\nhosts: files dns\n");
  for (const name of ["dev", "proc", "tmp"]) mkdirSync(path.join(to, name), { recursive: true });
  return to;
}
