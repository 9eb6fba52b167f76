import { useNavigate, useSearch } from "@tanstack/react-router";
import { useCallback, useMemo } from "react";
import type { Search } from "../../app/search.ts";

/** The state of a list, kept in the query string: filters and `sort` by name, `limit`, and where the page begins. */
export type ListState<N extends string = string> = {
  /** The value of each name in `defaults`, from the query string or the default. */
  values: Record<N, string>;
  limit: number;
  offset: number;
  cursor: string | null;
  /** `name` or `-name`; empty: the list's own order. */
  sort: string;
  /** Whether a filter differs from its default, so that "nothing found" can say so. */
  filtered: boolean;
  /** Changes filters, order or page size, and goes to the first page. */
  set: (patch: Partial<Record<N | "sort" | "limit", string>>) => void;
  reset: () => void;
  /** Goes to another page, so that the browser's back button returns to the previous one. */
  goTo: (place: { offset: number } | { cursor: string | null }) => void;
};

const default_limit = 50;
const limits = new Set([25, 50, 100]);

/**
 * `const list = useListState({ status: "", q: "" })`; then `useListPage` reads the page, and `<DataList state={list} …>` shows
 * it. A value that is empty or equals its default is left out of the query string.
 */
export function useListState<const N extends string>(defaults: Readonly<Record<N, string>>): ListState<N> {
  const search: Search = useSearch({ strict: false });
  const navigate = useNavigate();
  // Callers pass a new object at each render, so it is compared by its content.
  const key = JSON.stringify(defaults);

  const change = useCallback(
    (patch: Record<string, string | undefined>, replace: boolean) => {
      const fallbacks = JSON.parse(key) as Record<string, string>;
      const next = (before: Search): Search => {
        const merged: Search = { ...before, ...patch };
        for (const name of Object.keys(merged))
          if (merged[name] === "" || merged[name] === fallbacks[name]) merged[name] = undefined;
        // An empty filter whose default is not empty is written as "-".
        for (const [name, fallback] of Object.entries(fallbacks)) if (patch[name] === "" && fallback !== "") merged[name] = "-";
        return merged;
      };
      void navigate({ to: ".", search: next, replace, resetScroll: false });
    },
    [key, navigate],
  );

  const actions = useMemo(() => {
    const fallbacks = JSON.parse(key) as Record<N, string>;
    return {
      set: (patch: Partial<Record<N | "sort" | "limit", string>>) =>
        change({ ...patch, offset: undefined, cursor: undefined }, true),
      reset: () => change({ ...fallbacks, offset: undefined, cursor: undefined }, true),
      goTo: (place: { offset: number } | { cursor: string | null }) => {
        const at = "offset" in place ? { offset: place.offset > 0 ? String(place.offset) : "" } : { cursor: place.cursor ?? "" };
        // The pressed button is painted before the list renders.
        afterPaint(() => change(at, false));
      },
    };
  }, [key, change]);

  // While the query string stays the same, `values` stays the same object, so that what depends on it is not computed again.
  const given = JSON.stringify(Object.keys(JSON.parse(key) as object).map((name) => textOf(search[name])));
  const values = useMemo(() => {
    const texts = JSON.parse(given) as (string | null)[];
    return Object.fromEntries(
      Object.entries<string>(JSON.parse(key) as Record<N, string>).map(([name, fallback], index) => {
        const text = texts[index] ?? null;
        return [name, text === "-" && fallback !== "" ? "" : (text ?? fallback)];
      }),
    ) as Record<N, string>;
  }, [key, given]);

  return useMemo(() => {
    const fallbacks = JSON.parse(key) as Record<N, string>;
    const limit = Number(textOf(search["limit"]));
    const offset = Number(textOf(search["offset"]));
    return {
      ...actions,
      values,
      limit: limits.has(limit) ? limit : default_limit,
      offset: Number.isSafeInteger(offset) && offset > 0 ? offset : 0,
      cursor: textOf(search["cursor"]) ?? null,
      sort: textOf(search["sort"]) ?? "",
      filtered: Object.entries(values).some(([name, value]) => value !== fallbacks[name as N]),
    };
  }, [search, key, values, actions]);
}

function afterPaint(work: () => void): void {
  requestAnimationFrame(() => setTimeout(work));
}

function textOf(value: string | string[] | undefined): string | undefined {
  return Array.isArray(value) ? value[0] : value;
}
