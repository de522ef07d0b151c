import { text, useSay } from "../language.tsx";
import { Dialog } from "../ui/overlay.tsx";
import { Navigation } from "./navigation.tsx";

/** The navigation of narrow screens, whose bar has only the first places. */
export default function AllScreens({ onClose }: { readonly onClose: () => void }) {
  const say = useSay();
  return (
    <Dialog open onClose={onClose} title={say(text("All screens", "Tous les écrans"))}>
      <Navigation onGo={onClose} />
    </Dialog>
  );
}
