import { Dialog as Base } from "@base-ui/react/dialog";
import { Toast } from "@base-ui/react/toast";
import clsx from "clsx";
import { X } from "lucide-react";
import type { ReactNode } from "react";
import { text, useSay } from "../language.tsx";

/** What covers the screen: dialogs, drawers, and messages that go away. */

interface OverlayProps {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly title: string;
  readonly lead?: ReactNode;
  readonly children: ReactNode;
}

const CLOSE = text("Close", "Fermer");

function Overlay({
  open,
  onClose,
  title,
  lead,
  children,
  className,
}: OverlayProps & { readonly className: string }) {
  const say = useSay();
  return (
    <Base.Root open={open} onOpenChange={(isOpen) => !isOpen && onClose()}>
      <Base.Portal>
        <Base.Backdrop className="fixed inset-0 z-40 bg-black/45 transition-opacity data-[ending-style]:opacity-0 data-[starting-style]:opacity-0" />
        <Base.Popup
          className={clsx(
            "fixed z-50 flex flex-col bg-raised text-ink shadow-raised outline-none transition data-[ending-style]:opacity-0 data-[starting-style]:opacity-0",
            className,
          )}
        >
          <div className="flex items-start justify-between gap-4 px-5 pt-5">
            <div className="min-w-0">
              <Base.Title className="text-lg font-semibold">{title}</Base.Title>
              {lead && <Base.Description className="mt-1 text-sm text-soft">{lead}</Base.Description>}
            </div>
            <Base.Close
              aria-label={say(CLOSE)}
              className="grid size-9 shrink-0 place-items-center rounded-md hover:bg-sunken"
            >
              <X className="size-5" aria-hidden />
            </Base.Close>
          </div>
          <div className="min-h-0 grow overflow-y-auto p-5">{children}</div>
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}

/** A question or a short form. On narrow screens it is at the bottom, in reach of the thumb. */
export const Dialog = (props: OverlayProps) => (
  <Overlay
    {...props}
    className="inset-x-0 bottom-0 max-h-[92dvh] rounded-t-lg sm:inset-auto sm:top-1/2 sm:left-1/2 sm:w-[28rem] sm:-translate-x-1/2 sm:-translate-y-1/2 sm:rounded-lg"
  />
);

/** The detail of a row of a list. Its screen has a link of its own. */
export const Drawer = (props: OverlayProps) => (
  <Overlay
    {...props}
    className="inset-0 sm:left-auto sm:w-[30rem] sm:border-l data-[starting-style]:translate-x-8"
  />
);

const manager = Toast.createToastManager();

/** Shows a short confirmation. Errors are shown where they happened, not here. */
export const toast = (title: string): void => {
  manager.add({ title, timeout: 5000 });
};

export function Toasts() {
  return (
    <Toast.Provider toastManager={manager}>
      <Toast.Portal>
        <Toast.Viewport className="fixed inset-x-4 bottom-20 z-50 flex flex-col gap-2 sm:right-6 sm:bottom-6 sm:left-auto sm:w-80">
          <ToastList />
        </Toast.Viewport>
      </Toast.Portal>
    </Toast.Provider>
  );
}

function ToastList() {
  const { toasts } = Toast.useToastManager();
  const say = useSay();
  return toasts.map((one) => (
    <Toast.Root
      key={one.id}
      toast={one}
      className="flex items-center justify-between gap-3 rounded-md border bg-raised px-4 py-3 text-sm shadow-raised"
    >
      <Toast.Title className="font-medium" />
      <Toast.Close
        aria-label={say(CLOSE)}
        className="grid size-7 place-items-center rounded-sm hover:bg-sunken"
      >
        <X className="size-4" aria-hidden />
      </Toast.Close>
    </Toast.Root>
  ));
}
