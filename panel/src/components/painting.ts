import { createContext, use } from "react";

/**
 * True while the build renders a screen for the server (paint.tsx), which sends it in the page before any script has arrived.
 * Only what needs no answer of the API is rendered, with elements and classes alone, because the CSP allows no style in HTML.
 */
export const Painting = createContext(false);

export function usePainting(): boolean {
  return use(Painting);
}
