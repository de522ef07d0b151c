import { Toast } from "@base-ui/react/toast";
import { X } from "lucide-react";
import { useEffect } from "react";
import { useSay } from "../language.tsx";
import { CLOSE } from "./overlay.tsx";

/** Short confirmations that go away. */

const manager = Toast.createToastManager();
const add = (title: string) => manager.add({ title, timeout: 5000 });

/** The confirmations of writes that were faster than the load of this component; undefined once it is shown. */
let waiting: string[] | undefined = [];

/** Shows a short confirmation. Errors are shown where they happened, not here. */
export const toast = (title: string): void => {
  if (waiting) waiting.push(title);
  else add(title);
};

export default function Toasts() {
  useEffect(() => {
    for (const title of waiting ?? []) add(title);
    waiting = undefined;
    return () => {
      waiting = [];
    };
  }, []);
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
