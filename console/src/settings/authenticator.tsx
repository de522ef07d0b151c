import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { client, dataOf } from "../api/client.ts";
import { useWrite } from "../api/queries.ts";
import { text, useSay } from "../language.tsx";
import { Button } from "../ui/button.tsx";
import { Confirm } from "../ui/choice.tsx";
import { CopyButton, Failure, Loaded } from "../ui/list.tsx";
import { Dialog } from "../ui/overlay.tsx";
import { Badge, Card } from "../ui/surface.tsx";
import { toast } from "../ui/toasts.tsx";
import { CodeForm } from "./code-form.tsx";
import { secondFactorQuery } from "./queries.ts";
import { RecoveryCodes } from "./recovery-codes.tsx";

/** The authenticator app and the recovery codes: the second factor beside passkeys. */

const CHANGES = [["second-factor"]];
const RECOVERY_CODES = 10;

type Shown = "off" | "renew";

export function Authenticator() {
  const say = useSay();
  const state = useQuery(secondFactorQuery);
  const [shown, setShown] = useState<Shown>();
  const [setup, setSetup] = useState<Setup>();
  const [codes, setCodes] = useState<readonly string[]>();
  const begin = useWrite({
    flow: "begin-authenticator",
    run: () => dataOf(client.POST("/api/auth/2fa/enable", { body: {} })),
    onDone: setSetup,
  });
  const close = () => setShown(undefined);
  return (
    <Card
      title={say(text("Authenticator app", "Application d'authentification"))}
      lead={say(
        text(
          "A code from an app on your phone, in addition to your password.",
          "Un code d'une application sur votre téléphone, en plus de votre mot de passe.",
        ),
      )}
    >
      <Loaded query={state}>
        {({ authenticator, enabled, recoveryCodesLeft }) => (
          <div className="flex flex-col gap-5">
            <Failure problem={begin.error} />
            <div className="flex flex-wrap items-center justify-between gap-3">
              <Badge tone={authenticator ? "good" : "plain"}>
                {authenticator ? say(text("On", "Activée")) : say(text("Off", "Désactivée"))}
              </Badge>
              {authenticator ? (
                <Button kind="secondary" size="sm" onClick={() => setShown("off")}>
                  {say(text("Turn off", "Désactiver"))}
                </Button>
              ) : (
                <Button size="sm" busy={begin.isPending} onClick={() => begin.mutate(undefined)}>
                  {say(text("Set up", "Configurer"))}
                </Button>
              )}
            </div>
            {enabled && (
              <div className="flex flex-wrap items-center justify-between gap-3 border-t pt-5">
                <div>
                  <h3 className="text-sm font-semibold">{say(text("Recovery codes", "Codes de secours"))}</h3>
                  <p className="text-sm text-soft">
                    {say(
                      text(
                        `${recoveryCodesLeft} of ${RECOVERY_CODES} left, for a lost phone or passkey`,
                        `${recoveryCodesLeft} sur ${RECOVERY_CODES} restants, en cas de perte du téléphone ou de la clé d'accès`,
                      ),
                    )}
                  </p>
                </div>
                <Button kind="secondary" size="sm" onClick={() => setShown("renew")}>
                  {say(text("Create new codes", "Créer de nouveaux codes"))}
                </Button>
              </div>
            )}
          </div>
        )}
      </Loaded>
      {setup && (
        <SetUp
          setup={setup}
          onClose={() => setSetup(undefined)}
          onDone={(recoveryCodes) => {
            setSetup(undefined);
            setCodes(recoveryCodes);
            toast(say(text("The authenticator is on", "L'application d'authentification est activée")));
          }}
        />
      )}
      {shown === "off" && <TurnOff onClose={close} />}
      {shown === "renew" && (
        <Renew
          onClose={close}
          onRenewed={(recoveryCodes) => {
            close();
            setCodes(recoveryCodes);
          }}
        />
      )}
      {codes && <RecoveryCodes codes={codes} onSaved={() => setCodes(undefined)} />}
    </Card>
  );
}

interface Setup {
  readonly secret: string;
  readonly otpauthUrl: string;
  readonly qrCode: string;
}

interface SetUpProps {
  readonly setup: Setup;
  readonly onClose: () => void;
  readonly onDone: (recoveryCodes: readonly string[] | undefined) => void;
}

/** Formats a secret in groups of four. Authenticator apps ignore the spaces. */
const groupedByFour = (secret: string): string => secret.replace(/.{4}(?=.)/g, "$& ");

function SetUp({ setup: { secret, otpauthUrl, qrCode }, onClose, onDone }: SetUpProps) {
  const say = useSay();
  const verify = useWrite({
    flow: "verify-authenticator",
    run: (code: string) => dataOf(client.POST("/api/auth/2fa/verify", { body: { code } })),
    changes: CHANGES,
    onDone: ({ recoveryCodes }) => onDone(recoveryCodes),
  });
  return (
    <Dialog
      open
      onClose={onClose}
      title={say(text("Set up the authenticator", "Configurer l'application"))}
      lead={say(
        text(
          "Scan this code with your authenticator app, then enter the app's code within 10 minutes.",
          "Scannez ce code avec votre application d'authentification, puis saisissez son code dans les 10 minutes.",
        ),
      )}
    >
      <div className="flex flex-col gap-5">
        <img
          src={qrCode}
          alt={say(
            text("QR code for the authenticator app", "Code QR pour l'application d'authentification"),
          )}
          className="size-48 self-center rounded-md bg-white p-2"
        />
        <div className="flex items-center justify-between gap-3 rounded-md bg-sunken p-3">
          <div className="min-w-0">
            <p className="text-xs text-soft">{say(text("Or enter the key", "Ou saisissez la clé"))}</p>
            <p className="font-mono text-sm">{groupedByFour(secret)}</p>
          </div>
          <CopyButton value={secret} label={say(text("key", "clé"))} />
        </div>
        <a href={otpauthUrl} className="text-sm text-accent underline">
          {say(text("The app is on this device: open it", "L'application est sur cet appareil : l'ouvrir"))}
        </a>
        <CodeForm
          label={say(text("Code from the app", "Code de l'application"))}
          action={say(text("Turn on", "Activer"))}
          busy={verify.isPending}
          problem={verify.error}
          onCode={verify.mutate}
        />
      </div>
    </Dialog>
  );
}

function TurnOff({ onClose }: { readonly onClose: () => void }) {
  const say = useSay();
  const off = useWrite({
    flow: "authenticator-off",
    run: () => dataOf(client.POST("/api/auth/2fa/disable", { body: {} })),
    changes: CHANGES,
    onDone: () => {
      onClose();
      toast(say(text("The authenticator is off", "L'application d'authentification est désactivée")));
    },
  });
  return (
    <Confirm
      open
      onClose={onClose}
      title={say(text("Turn off the authenticator?", "Désactiver l'application d'authentification ?"))}
      action={say(text("Turn off", "Désactiver"))}
      kind="danger"
      onConfirm={() => off.mutate(undefined)}
      busy={off.isPending}
      problem={off.error}
    >
      {say(
        text(
          "Without a passkey, your password alone will sign you in.",
          "Sans clé d'accès, votre mot de passe suffira pour vous connecter.",
        ),
      )}
    </Confirm>
  );
}

interface RenewProps {
  readonly onClose: () => void;
  readonly onRenewed: (codes: readonly string[]) => void;
}

function Renew({ onClose, onRenewed }: RenewProps) {
  const say = useSay();
  const renew = useWrite({
    flow: "recovery-codes",
    run: () => dataOf(client.POST("/api/auth/2fa/recovery-codes", { body: {} })),
    changes: CHANGES,
    onDone: ({ recoveryCodes }) => onRenewed(recoveryCodes),
  });
  return (
    <Confirm
      open
      onClose={onClose}
      title={say(text("Create new recovery codes?", "Créer de nouveaux codes de secours ?"))}
      action={say(text("Create new codes", "Créer de nouveaux codes"))}
      onConfirm={() => renew.mutate(undefined)}
      busy={renew.isPending}
      problem={renew.error}
    >
      {say(text("The old codes stop working.", "Les anciens codes ne fonctionneront plus."))}
    </Confirm>
  );
}
