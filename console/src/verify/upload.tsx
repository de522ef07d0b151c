import { useState } from "react";
import { client, dataOf, type Schemas } from "../api/client.ts";
import { useWrite } from "../api/queries.ts";
import { text, useSay } from "../language.tsx";
import { Button } from "../ui/button.tsx";
import { Input, Select } from "../ui/field.tsx";
import { Failure } from "../ui/list.tsx";
import { Card } from "../ui/surface.tsx";
import { toast } from "../ui/toasts.tsx";
import { documentTypes } from "./queries.ts";

type DocumentType = Schemas["KycDocument"]["documentType"];

interface Chosen {
  readonly type: DocumentType;
  readonly side: "front" | "back";
  readonly file: File;
}

/** The documents that have a back with data. */
const TWO_SIDED: readonly DocumentType[] = ["national_id", "driving_licence", "residence_permit"];

/** Adds a document or a photo of the face. On a phone the field offers the camera. */
export function Upload({ onUploaded }: { readonly onUploaded: () => void }) {
  const say = useSay();
  const [type, setType] = useState<DocumentType>("passport");
  const [side, setSide] = useState<Chosen["side"]>("front");
  const [file, setFile] = useState<File>();
  const upload = useWrite({
    flow: "identity-file",
    run: (chosen: Chosen) => send(chosen),
    changes: [["identity"]],
    onDone: () => {
      setFile(undefined);
      toast(say(text("Your file was received", "Votre fichier a été reçu")));
      onUploaded();
    },
  });
  return (
    <Card title={say(text("Add a document", "Ajouter un document"))}>
      <form
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          if (file) upload.mutate({ type, side, file });
        }}
      >
        <Failure problem={upload.error} />
        <Select
          label={say(text("Kind", "Type"))}
          value={type}
          onChange={({ target }) => setType(target.value as DocumentType)}
          options={(Object.keys(documentTypes) as DocumentType[]).map((value) => ({
            value,
            label: say(documentTypes[value]),
          }))}
        />
        {TWO_SIDED.includes(type) && (
          <Select
            label={say(text("Side", "Face"))}
            value={side}
            onChange={({ target }) => setSide(target.value as Chosen["side"])}
            options={[
              { value: "front", label: say(text("Front", "Recto")) },
              { value: "back", label: say(text("Back", "Verso")) },
            ]}
          />
        )}
        <Input
          key={file ? "chosen" : "empty"}
          label={say(text("Photo or scan", "Photo ou numérisation"))}
          hint={say(text("JPEG, PNG or PDF, at most 5 MB", "JPEG, PNG ou PDF, 5 Mo au plus"))}
          type="file"
          accept={type === "selfie" ? "image/jpeg,image/png" : "image/jpeg,image/png,application/pdf"}
          capture={type === "selfie" ? "user" : undefined}
          onChange={({ target }) => setFile(target.files?.[0])}
          className="py-2.5"
        />
        {file && <p className="text-sm text-soft">{file.name}</p>}
        <Button type="submit" busy={upload.isPending} disabled={!file}>
          {say(text("Upload", "Envoyer"))}
        </Button>
      </form>
    </Card>
  );
}

/** Sends the file as a form. */
async function send({ type, side, file }: Chosen): Promise<unknown> {
  const form = new FormData();
  if (type === "selfie") {
    form.set("selfie", file);
    return dataOf(
      client.POST("/api/v1/mobile/identity/selfie", { body: form as never, bodySerializer: (body) => body }),
    );
  }
  form.set("documentType", type);
  form.set("side", TWO_SIDED.includes(type) ? side : "front");
  form.set("document", file);
  return dataOf(
    client.POST("/api/v1/mobile/identity/documents/upload", {
      body: form as never,
      bodySerializer: (body: unknown) => body,
    }),
  );
}
