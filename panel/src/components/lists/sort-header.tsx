import { Table } from "@mantine/core";
import { IconArrowDown, IconArrowUp, IconArrowsSort } from "@tabler/icons-react";
import type { ListState } from "./use-list-state.ts";

/** The heading of a column. */
export type Heading = {
  key: string;
  title: string;
  /** The list can be ordered by `key`. */
  sortable?: boolean;
  align?: "right";
  /** Minimum width, in pixels. */
  width?: number;
  /** Below 768 px the column is left out. */
  secondary?: boolean;
};

/**
 * A column's heading. If the list can be sorted by it, it is a button that sorts ascending, then descending, then in the list's
 * own order.
 */
export function SortHeader({ column, state, sticky }: { column: Heading; state: ListState; sticky: boolean }) {
  const { key, title, sortable, align, width, secondary } = column;
  const direction = state.sort === key ? "ascending" : state.sort === `-${key}` ? "descending" : undefined;
  const Icon = direction === "ascending" ? IconArrowUp : direction === "descending" ? IconArrowDown : IconArrowsSort;
  const next = direction === undefined ? key : direction === "ascending" ? `-${key}` : "";
  return (
    <Table.Th
      scope="col"
      ta={align}
      miw={width}
      className={secondary ? "panel-list-secondary" : undefined}
      data-sticky={sticky || undefined}
      aria-sort={sortable ? (direction ?? "none") : undefined}
    >
      {sortable ? (
        <button
          type="button"
          className="panel-sort"
          data-sorted={direction !== undefined || undefined}
          onClick={() => state.set({ sort: next })}
        >
          {title}
          <Icon size={13} aria-hidden />
        </button>
      ) : (
        title
      )}
    </Table.Th>
  );
}
