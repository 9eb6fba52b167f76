import "@mantine/notifications/styles.css";
import { Notifications } from "@mantine/notifications";

/** Shows toasts (components/toast.ts), including those that were added before it was loaded. */
export function Toasts() {
  return <Notifications position="bottom-right" limit={4} autoClose={6_000} />;
}
