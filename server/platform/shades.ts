// Shades of an organisation's colour with enough contrast for text on it and for the colour on the page (WCAG 2.2, 1.4.3 and
// 1.4.11).

/**
 * `filled`: the background of buttons with white text. `hover`: that background under the pointer. `text`: links and coloured
 * text.
 */
export type Shades = { filled: string; hover: string; text: string };

/** Background colours of the panel (panel/src/app/theme.ts) and of paper. */
const grounds = { light: "#f7f8fa", dark: "#16181d" } as const;
const paper = "#ffffff";
const text_contrast = 4.5;
const shape_contrast = 3;
/** Text also appears on backgrounds that are tinted with the colour, so it needs more contrast. */
const tinted_contrast = 5.5;
/** The size of one step from a shade towards black or white. */
const step = 0.02;

type Rgb = readonly [red: number, green: number, blue: number];

/** The shades of a colour `#rrggbb`, for light and for dark pages. */
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

/** The shade for text and drawings on paper. */
export function inkOf(color: string): string {
  return movedTo(color, black, (shade) => contrast(shade, paper) >= text_contrast);
}

/** The contrast ratio of WCAG, from 1 to 21. */
export function contrast(one: string, other: string): number {
  const [darker, lighter] = [luminance(one), luminance(other)].toSorted((a, b) => a - b) as [number, number];
  return (lighter + 0.05) / (darker + 0.05);
}

const black: Rgb = [0, 0, 0];
const white: Rgb = [255, 255, 255];

/** The first shade on the way to black or white with enough contrast; black or white itself always has enough. */
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

/** Relative luminance of an sRGB colour. */
function luminance(color: string): number {
  const [red, green, blue] = rgbOf(color).map((value) => {
    const part = value / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
