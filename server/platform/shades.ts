// The shades in which an organisation's colour is used, so that text is read on it and it is seen on the page (WCAG 2.2, 1.4.3 and 1.4.11).

/** `filled`: the ground of buttons, with white on it. `text`: links and what is written in the colour. */
export type Shades = { filled: string; hover: string; text: string };

/** The panel's pages (panel/src/app/theme.ts), and paper. */
const grounds = { light: "#f7f8fa", dark: "#16181d" } as const;
const paper = "#ffffff";
const text_contrast = 4.5;
const shape_contrast = 3;
/** Text stands on grounds that are tinted with the colour, too. */
const tinted_contrast = 5.5;
/** How far a shade moves at a time, of the way to black or white. */
const step = 0.02;

type Rgb = readonly [red: number, green: number, blue: number];

/** Of `#rrggbb`, for pages that are light and for those that are dark. */
export function shadesOf(color: string): Record<"light" | "dark", Shades> {
  const filled = movedTo(color, black, (shade) => contrast(shade, "#ffffff") >= text_contrast);
  const seen = movedTo(filled, white, (shade) => contrast(shade, grounds.dark) >= shape_contrast);
  return {
    light: {
      filled,
      hover: mix(filled, black, 0.12),
      text: movedTo(color, black, (shade) => contrast(shade, grounds.light) >= tinted_contrast),
    },
    dark: {
      filled: seen,
      hover: mix(seen, black, 0.12),
      text: movedTo(color, white, (shade) => contrast(shade, grounds.dark) >= tinted_contrast),
    },
  };
}

/** What is written or drawn in the colour on paper. */
export function inkOf(color: string): string {
  return movedTo(color, black, (shade) => contrast(shade, paper) >= text_contrast);
}

/** The ratio of WCAG, from 1 to 21. */
export function contrast(one: string, other: string): number {
  const [darker, lighter] = [luminance(one), luminance(other)].toSorted((a, b) => a - b) as [number, number];
  return (lighter + 0.05) / (darker + 0.05);
}

const black: Rgb = [0, 0, 0];
const white: Rgb = [255, 255, 255];

/** The nearest shade on the way to black or white that is good enough; the end of the way always is. */
function movedTo(color: string, end: Rgb, isEnough: (shade: string) => boolean): string {
  for (let part = 0; part < 1; part += step) {
    const shade = mix(color, end, part);
    if (isEnough(shade)) return shade;
  }
  return hexOf(end);
}

function mix(color: string, end: Rgb, part: number): string {
  return hexOf(rgbOf(color).map((value, place) => Math.round(value + (end[place]! - value) * part)) as unknown as Rgb);
}

function rgbOf(color: string): Rgb {
  return [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16)) as unknown as Rgb;
}

function hexOf(rgb: Rgb): string {
  return `#${rgb.map((value) => value.toString(16).padStart(2, "0")).join("")}`;
}

/** Relative luminance of sRGB. */
function luminance(color: string): number {
  const [red, green, blue] = rgbOf(color).map((value) => {
    const part = value / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
