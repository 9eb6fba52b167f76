import { useState } from "react";
import type { components } from "../../api/schema.d.ts";
import type { Selection } from "../../components/lists/data-list.tsx";

export type Order = components["schemas"]["BulkOrder"];
export type PeopleFilter = NonNullable<Order["selection"]["filter"]>;

type Chosen = {
  selection: Selection;
  /** The people whom an order would change. */
  of: Order["selection"];
  all: boolean;
  chooseAll: () => void;
  clear: () => void;
};

type Choice = { key: string; ids: readonly string[]; all: boolean };

/** The selected people, or all who match the filter. Changing the filter clears the selection. */
export function useSelection(filter: PeopleFilter, shown: readonly string[], total: number): Chosen {
  const key = JSON.stringify(filter);
  const [last, setChoice] = useState<Choice>({ key, ids: [], all: false });
  const choice = last.key === key ? last : { key, ids: [], all: false };
  const { all } = choice;
  const ids = all ? shown : choice.ids;
  const set = (chosen: readonly string[]) => setChoice({ key, ids: chosen, all: false });
  return {
    selection: { ids, count: all ? total : ids.length, set },
    of: all ? { filter } : { person_ids: [...ids] },
    all,
    chooseAll: () => setChoice({ key, ids: [], all: true }),
    clear: () => set([]),
  };
}
