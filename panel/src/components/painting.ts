import { createContext, use } from "react";

/**
 * True while the build draws a screen for the server (paint.tsx), which paints it before any script has arrived: what is there
 * without an answer of the API, in elements and classes alone, because the policy allows no style in HTML.
 */
export const Painting = createContext(false);

export function usePainting(): boolean {
  return use(Painting);
}
