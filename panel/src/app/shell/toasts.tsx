import "@mantine/notifications/styles.css";
import { Notifications } from "@mantine/notifications";

/** Where toasts are shown (components/toast.ts); those that came before it are shown with it. */
export function Toasts() {
  return <Notifications position="bottom-right" limit={4} autoClose={6_000} />;
}
