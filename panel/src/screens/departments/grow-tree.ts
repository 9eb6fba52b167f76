import type { TreeRow } from "./department-data.ts";

export type Branch = TreeRow & {
  level: number;
  children: Branch[];
  /** Including people of the departments below. */ people_below: number;
  opened: boolean;
};

type TreeView = { q: string; inactive: boolean; closed: ReadonlySet<string>; opened: ReadonlySet<string> };

/** A tree of at most this many departments is shown expanded at first. */
const unfolded_max = 60;

/** The visible rows of the tree: without collapsed and inactive departments, and without those that do not match the search. */
export function growTree(rows: readonly TreeRow[], { q, inactive, closed, opened }: TreeView): Branch[] {
  const wanted = q.trim().toLocaleLowerCase();
  const unfolded = rows.length <= unfolded_max || wanted !== "";
  const by_parent = Map.groupBy(rows, ({ parent_id }) => parent_id);
  const grow = (row: TreeRow, level: number): Branch => {
    const children = (by_parent.get(row.id) ?? []).map((child) => grow(child, level + 1));
    const people_below = row.people_count + children.reduce((sum, child) => sum + child.people_below, 0);
    return { ...row, level, children, people_below, opened: unfolded ? !closed.has(row.id) : opened.has(row.id) };
  };
  const isWanted = ({ name, code }: TreeRow) => wanted === "" || `${name}\n${code}`.toLocaleLowerCase().includes(wanted);
  const isShown = (branch: Branch): boolean => branch.children.some(isShown) || ((inactive || branch.active) && isWanted(branch));
  const lines = (branches: readonly Branch[]): Branch[] =>
    branches.filter(isShown).flatMap((branch) => {
      const children = branch.children.filter(isShown);
      return [{ ...branch, children }, ...(branch.opened ? lines(children) : [])];
    });
  return lines((by_parent.get(null) ?? []).map((root) => grow(root, 0)));
}
