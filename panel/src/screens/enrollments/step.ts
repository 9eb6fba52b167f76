import type { Enrollment } from "./enrollment-state.tsx";

/** The properties of a dialog that changes an enrollment's state. */
export type StepProps = { enrollment: Enrollment; opened: boolean; onClose: () => void };
