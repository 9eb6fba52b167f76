/** The message of an empty list of choices. It is an entry that cannot be chosen, because a list box may contain only entries. */
export function NothingFound({ children }: { children: string }) {
  return (
    <span role="option" aria-selected={false} aria-disabled>
      {children}
    </span>
  );
}
