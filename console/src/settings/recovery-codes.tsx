import { Download } from "lucide-react";
import { text, useSay } from "../language.tsx";
import { Button, buttonClass } from "../ui/button.tsx";
import { CopyButton } from "../ui/list.tsx";
import { Dialog } from "../ui/overlay.tsx";
import { Alert } from "../ui/surface.tsx";

/** The recovery codes, which the platform shows once. */

interface RecoveryCodesProps {
  readonly codes: readonly string[];
  readonly onSaved: () => void;
}

const FILE = "recovery-codes.txt";

export function RecoveryCodes({ codes, onSaved }: RecoveryCodesProps) {
  const say = useSay();
  const plain = codes.join("\n");
  const title = say(text("Your recovery codes", "Vos codes de secours"));
  return (
    <Dialog open onClose={onSaved} title={title}>
      <div className="flex flex-col gap-5">
        <Alert tone="warn" title={say(text("Save them now", "Enregistrez-les maintenant"))}>
          {say(
            text(
              "Each code replaces your authenticator or a lost passkey once. They are not shown again.",
              "Chaque code remplace une fois votre application ou une clé d'accès perdue. Ils ne seront plus affichés.",
            ),
          )}
        </Alert>
        <ol
          aria-label={title}
          className="grid grid-cols-1 gap-x-6 gap-y-1.5 rounded-md bg-sunken p-4 font-mono text-sm sm:grid-cols-2"
        >
          {codes.map((code) => (
            <li key={code} className="whitespace-nowrap">
              {code}
            </li>
          ))}
        </ol>
        <div className="flex flex-wrap items-center justify-between gap-2">
          <span className="flex gap-1">
            <CopyButton value={plain} label={title} />
            <a
              href={`data:text/plain;charset=utf-8,${encodeURIComponent(`${plain}\n`)}`}
              download={FILE}
              className={buttonClass({ kind: "quiet", size: "sm" })}
            >
              <Download className="size-4" aria-hidden />
              {say(text("Download", "Télécharger"))}
            </a>
          </span>
          <Button onClick={onSaved}>{say(text("I have saved them", "Je les ai enregistrés"))}</Button>
        </div>
      </div>
    </Dialog>
  );
}
