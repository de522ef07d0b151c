import { Camera as CameraIcon, FileText, Upload } from "lucide-react";
import { type ChangeEvent, type DragEvent, useEffect, useId, useState } from "react";
import { client, dataOf } from "../api/client.ts";
import { useWrite } from "../api/queries.ts";
import { type Text, text, useSay } from "../language.tsx";
import { Button, buttonClass } from "../ui/button.tsx";
import { Failure } from "../ui/list.tsx";
import { toast } from "../ui/toasts.tsx";
import { Camera, hasCamera } from "./camera.tsx";
import { prepare } from "./picture.ts";
import type { Slot } from "./queries.ts";

/** A photo or a file for one side of a document: take or choose it, look at it, send it. */

const CAMERA_HINTS = {
  document: text("Show the whole page, without reflections.", "Montrez toute la page, sans reflet."),
  selfie: text(
    "Look into the camera, without glasses or a hat.",
    "Regardez la caméra, sans lunettes ni chapeau.",
  ),
};

interface CaptureProps {
  readonly slot: Slot;
  readonly name: Text;
  readonly onDone: () => void;
  readonly onCancel?: (() => void) | undefined;
}

export function Capture({ slot, name, onDone, onCancel }: CaptureProps) {
  const say = useSay();
  const fieldId = useId();
  const [file, setFile] = useState<File>();
  const [isFilming, setFilming] = useState(false);
  const isSelfie = slot.documentType === "selfie";
  const upload = useWrite({
    flow: "identity-file",
    run: (chosen: Slot & { readonly file: File }) => send(chosen),
    changes: [["identity"]],
    onDone: () => {
      toast(say(text("Your file was received", "Votre fichier a été reçu")));
      onDone();
    },
  });
  const choose = async (chosen: File | undefined) => {
    if (!chosen) return;
    upload.reset();
    setFile(await prepare(chosen));
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    choose(event.dataTransfer.files[0]);
  };
  return (
    <div className="flex flex-col gap-4">
      <Failure problem={upload.error} />
      {file ? (
        <>
          <Preview file={file} name={say(name)} />
          <div className="flex flex-wrap gap-2">
            <Button busy={upload.isPending} onClick={() => upload.mutate({ ...slot, file })}>
              {say(text("Send", "Envoyer"))}
            </Button>
            <Button kind="secondary" disabled={upload.isPending} onClick={() => setFile(undefined)}>
              {say(text("Choose another", "En choisir un autre"))}
            </Button>
          </div>
        </>
      ) : (
        // biome-ignore lint/a11y/noStaticElementInteractions: the button and the field inside do the same by keyboard
        <div
          onDragOver={(event) => event.preventDefault()}
          onDrop={drop}
          className="flex flex-col items-center gap-3 rounded-md border border-edge border-dashed p-6 text-center"
        >
          <p className="text-sm font-medium">{say(name)}</p>
          <div className="flex flex-wrap justify-center gap-2">
            {hasCamera() && (
              <Button onClick={() => setFilming(true)}>
                <CameraIcon className="size-4" aria-hidden />
                {say(text("Take a photo", "Prendre une photo"))}
              </Button>
            )}
            <label
              htmlFor={fieldId}
              className={buttonClass(
                { kind: "secondary" },
                "cursor-pointer has-focus-visible:outline-2 has-focus-visible:outline-accent",
              )}
            >
              <Upload className="size-4" aria-hidden />
              {say(text("Choose a file", "Choisir un fichier"))}
              <input
                id={fieldId}
                type="file"
                accept={isSelfie ? "image/*" : "image/*,application/pdf"}
                aria-label={say(text(`Choose a file: ${name.en}`, `Choisir un fichier : ${name.fr}`))}
                className="sr-only"
                onChange={({ target }: ChangeEvent<HTMLInputElement>) => choose(target.files?.[0])}
              />
            </label>
          </div>
          <p className="text-sm text-soft">
            {isSelfie
              ? say(text("JPEG or PNG", "JPEG ou PNG"))
              : say(text("JPEG, PNG or PDF", "JPEG, PNG ou PDF"))}
          </p>
          {onCancel && (
            <Button kind="quiet" size="sm" onClick={onCancel}>
              {say(text("Cancel", "Annuler"))}
            </Button>
          )}
        </div>
      )}
      {isFilming && (
        <Camera
          title={say(name)}
          hint={say(isSelfie ? CAMERA_HINTS.selfie : CAMERA_HINTS.document)}
          facing={isSelfie ? "user" : "environment"}
          onClose={() => setFilming(false)}
          onPhoto={(photo) => {
            setFilming(false);
            choose(photo);
          }}
        />
      )}
    </div>
  );
}

function Preview({ file, name }: { readonly file: File; readonly name: string }) {
  const [url, setUrl] = useState<string>();
  const isPicture = file.type.startsWith("image/");
  useEffect(() => {
    if (!isPicture) return undefined;
    const made = URL.createObjectURL(file);
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [file, isPicture]);
  if (isPicture)
    return (
      url && <img src={url} alt={name} className="max-h-72 w-full rounded-md bg-sunken object-contain" />
    );
  return (
    <p className="flex items-center gap-3 rounded-md bg-sunken p-4 text-sm">
      <FileText className="size-5 shrink-0 text-soft" aria-hidden />
      {file.name}
    </p>
  );
}

/** Sends the file as a form. */
function send({ documentType, side, file }: Slot & { readonly file: File }): Promise<unknown> {
  const form = new FormData();
  const sent = { body: form as never, bodySerializer: (body: unknown) => body as FormData };
  if (documentType === "selfie") {
    form.set("selfie", file);
    return dataOf(client.POST("/api/v1/mobile/identity/selfie", sent));
  }
  form.set("documentType", documentType);
  form.set("side", side);
  form.set("document", file);
  return dataOf(client.POST("/api/v1/mobile/identity/documents/upload", sent));
}
