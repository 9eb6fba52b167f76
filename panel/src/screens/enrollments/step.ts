import type { Enrollment } from "./enrollment-state.tsx";

/** A dialog that takes a step in the life of an enrollment. */
export type StepProps = { enrollment: Enrollment; opened: boolean; onClose: () => void };
