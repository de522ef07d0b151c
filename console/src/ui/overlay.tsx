import { Dialog as Base } from "@base-ui/react/dialog";
import clsx from "clsx";
import { X } from "lucide-react";
import type { ReactNode } from "react";
import { text, useSay } from "../language.tsx";

/** What covers the screen: dialogs and drawers. */

interface OverlayProps {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly title: string;
  readonly lead?: ReactNode;
  readonly children: ReactNode;
}

export const CLOSE = text("Close", "Fermer");

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
