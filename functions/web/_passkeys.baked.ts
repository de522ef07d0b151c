import { readFileSync } from "node:fs";
import { CONFIRM } from "../../contract/web/page.ts";

/** The script of the buttons that use passkeys (`_passkeys.ts`): the browser part of the library, and the requests. */

const library = readFileSync("node_modules/@simplewebauthn/browser/dist/bundle/index.umd.min.js", "utf8");

const buttons = `
const { startAuthentication, startRegistration, browserSupportsWebAuthn, browserSupportsWebAuthnAutofill } =
  SimpleWebAuthnBrowser;

const post = async (path, body) => {
  const response = await fetch("/api/auth" + path, {
    method: "POST",
    ...(body && { headers: { "content-type": "application/json" }, body: JSON.stringify(body) }),
  });
  const answer = await response.json();
  if (!response.ok) throw Object.assign(new Error(answer.message), { code: answer.code, isAnswer: true });
  return answer;
};

const signIn = async (useBrowserAutofill) => {
  const { options } = await post("/passkeys/sign-in/options");
  const response = await startAuthentication({ optionsJSON: options, useBrowserAutofill });
  await post("/passkeys/sign-in", { response });
};

/** Returns where the browser goes, or nothing if it stays. */
const uses = {
  async "sign-in"({ dataset }) {
    await signIn(false);
    return dataset.next;
  },
  async prove({ dataset }) {
    const { options } = await post("/proof/options");
    await post("/proof", { passkey: await startAuthentication({ optionsJSON: options }) });
    return dataset.next;
  },
  async register(box) {
    const { options } = await post("/passkeys/options");
    const response = await startRegistration({ optionsJSON: options });
    const { recoveryCodes } = await post("/passkeys", { name: box.querySelector("input").value, response });
    if (!recoveryCodes) return box.dataset.next;
    const shown = document.getElementById("recovery-codes");
    for (const code of recoveryCodes) {
      const item = shown.querySelector("ul").appendChild(document.createElement("li"));
      item.appendChild(document.createElement("code")).textContent = code;
    }
    shown.hidden = false;
    shown.scrollIntoView();
  },
};

const messageOf = ({ dataset }, { name, message, isAnswer }) => {
  if (isAnswer) return message;
  if (name === "NotAllowedError" || name === "AbortError") return dataset.canceled;
  if (name === "InvalidStateError") return dataset.known;
  return name === "SecurityError" ? dataset.domain : dataset.failed;
};

const perform = async (box, button, use) => {
  const problem = box.querySelector(".problem");
  button.disabled = true;
  problem.textContent = "";
  try {
    const next = await use(box);
    if (next) location.assign(next);
  } catch (error) {
    if (error.code === "STEP_UP_REQUIRED" && button.value === "register")
      return location.assign("${CONFIRM}?callbackUrl=" + encodeURIComponent("/dashboard/security#passkeys"));
    problem.textContent = messageOf(box, error);
  } finally {
    button.disabled = false;
  }
};

for (const box of browserSupportsWebAuthn() ? document.querySelectorAll("[data-passkey]") : []) {
  box.hidden = false;
  const button = box.querySelector("button");
  button.addEventListener("click", () => {
    if (box.querySelector("input")?.reportValidity() ?? true) perform(box, button, uses[button.value]);
  });
}

const offering = document.querySelector('[data-autofill="1"]');
if (offering)
  browserSupportsWebAuthnAutofill()
    .then(async (isSupported) => {
      if (!isSupported) return;
      await signIn(true);
      location.assign(offering.dataset.next);
    })
    .catch((error) => {
      // The button ends the offer. Other failures, such as an IP address as host, are shown once it is used.
      if (error.isAnswer) offering.querySelector(".problem").textContent = error.message;
    });
`;

export const script: string = `${library}\n(() => {${buttons}})();`;
