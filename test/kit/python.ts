// A Python with the packages that the SDK needs, and its wheel installed in an empty folder, as an integrator has it.
import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import path from "node:path";
import { packPython } from "../../scripts/build-sdk.ts";

/** Stored beside the packages, so that the registry is asked only once for each checkout. */
const cache = path.join(import.meta.dirname, "../../node_modules/.cache/kit-python");
const python = path.join(cache, "bin/python");
const install_timeout_ms = 120_000;

export type Python = { program: string; env: Record<string, string> };

/** A Python with the packages that the SDK needs, or the reason why there is none. */
export function findPython(): Python | string {
  const version = said("python3", ["--version"]);
  if (!/^Python 3\.(1\d|[2-9]\d)/.test(version ?? "")) return `needs python3, 3.10 or newer; found ${version?.trim() ?? "none"}`;
  if (said(python, ["-c", "import httpx, hatchling"]) !== null) return { program: python, env: {} };
  if (!existsSync(python) && said("python3", ["-m", "venv", cache]) === null) return "needs python3 with venv";
  const pip = ["-m", "pip", "install", "-q", "--disable-pip-version-check", "httpx", "hatchling"];
  return said(python, pip) === null ? "httpx and hatchling could not be installed" : { program: python, env: {} };
}

/** The same Python with the SDK's optional dependency for signing, or the reason why it is missing. */
export function withSigning(found: Python): Python | string {
  if (said(found.program, ["-c", "import cryptography"]) !== null) return found;
  const pip = ["-m", "pip", "install", "-q", "--disable-pip-version-check", "cryptography>=41"];
  return said(found.program, pip) === null ? "cryptography could not be installed" : found;
}

/** Builds the wheel and installs it in `folder`. */
export function installWheel({ program }: Python, folder: string): Python {
  const wheel = packPython(folder, program, ["--no-build-isolation"]);
  const fresh = path.join(folder, "fresh-python");
  execFileSync(
    program,
    ["-m", "pip", "install", "-q", "--disable-pip-version-check", "--no-index", "--no-deps", "--target", fresh, wheel],
    { stdio: "pipe" },
  );
  return { program, env: { PYTHONPATH: fresh, PYTHONDONTWRITEBYTECODE: "1" } };
}

function said(command: string, args: string[]): string | null {
  try {
    return execFileSync(command, args, { encoding: "utf8", stdio: ["ignore", "pipe", "pipe"], timeout: install_timeout_ms });
  } catch {
    return null;
  }
}
