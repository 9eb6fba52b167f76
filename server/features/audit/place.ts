// The place of a row in the order of the log: its epoch in the upper 16 bits, its transaction in the lower 48 (migration 0041).

export const transactions_of_epoch = 1n << 48n;

export function epochOf({ audit_xid }: { audit_xid: string }): number {
  return Number(BigInt(audit_xid) / transactions_of_epoch);
}
