/** Steps that stop and remove what a run has started, in reverse order, whether the run ends or is interrupted. */
export class Closing {
  readonly #steps: (() => unknown)[] = [];

  add(step: () => unknown): void {
    this.#steps.push(step);
  }

  async close(): Promise<void> {
    for (let step = this.#steps.pop(); step; step = this.#steps.pop()) await step();
  }
}
