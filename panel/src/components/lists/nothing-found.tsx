/** What a list of choices says when it is empty: an entry that nobody can choose, because a list box holds nothing but entries. */
export function NothingFound({ children }: { children: string }) {
  return (
    <span role="option" aria-selected={false} aria-disabled>
      {children}
    </span>
  );
}
