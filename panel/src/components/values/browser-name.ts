const browsers: readonly [RegExp, string][] = [
  [/Edg\//, "Edge"],
  [/OPR\//, "Opera"],
  [/Firefox\//, "Firefox"],
  [/Chrome\//, "Chrome"],
  [/Safari\//, "Safari"],
];
const systems: readonly [RegExp, string][] = [
  [/Windows/, "Windows"],
  [/iPhone|iPad/, "iOS"],
  [/Android/, "Android"],
  [/Mac OS X/, "macOS"],
  [/Linux|X11/, "Linux"],
];

/** The browser and system of a user agent, enough for users to recognise their own; null: unknown. */
export function browserName(user_agent: string): string | null {
  const find = (names: readonly [RegExp, string][]) => names.find(([pattern]) => pattern.test(user_agent))?.[1];
  return [find(browsers), find(systems)].filter(Boolean).join(" · ") || null;
}
