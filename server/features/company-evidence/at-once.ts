/**
 * Returns a function that runs work by a key. At most `max` works of one key run at once in this process; it throws `refused` for
 * more.
 */
export function atOnce(max: number, refused: () => Error) {
  const running = new Map<string, number>();
  return async <T>(key: string, work: () => Promise<T>): Promise<T> => {
    const before = running.get(key) ?? 0;
    if (before >= max) throw refused();
    running.set(key, before + 1);
    try {
      return await work();
    } finally {
      const rest = running.get(key)! - 1;
      if (rest === 0) running.delete(key);
      else running.set(key, rest);
    }
  };
}
