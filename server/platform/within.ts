const silence = () => new Error("no answer in time");

/**
 * Resolves or rejects as `work` does; rejects with `late()` if that takes longer than `deadline_ms`. The work continues, and its
 * result is ignored.
 */
export async function within<T>(work: Promise<T>, deadline_ms: number, late: () => Error = silence): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const over = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(late()), deadline_ms);
  });
  try {
    return await Promise.race([work, over]);
  } finally {
    clearTimeout(timer);
  }
}
