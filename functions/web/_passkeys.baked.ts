import { readFileSync } from "node:fs";

/** The script of the buttons that use passkeys (`_passkeys.ts`): the browser part of the library, and the requests. */

const library = readFileSync("node_modules/@simplewebauthn/browser/dist/bundle/index.umd.min.js", "utf8");

const buttons = `
const { startAuthentication, browserSupportsWebAuthn, browserSupportsWebAuthnAutofill } = SimpleWebAuthnBrowser;

const post = async (path, body) => {
  const response = await fetch("/api/auth" + path, {
    method: "POST",
    ...(body && { headers: { "content-type": "application/json" }, body: JSON.stringify(body) }),
  });
  const answer = await response.json();
  if (!response.ok) throw Object.assign(new Error(answer.message), { isAnswer: true });
  return answer;
};

const signIn = async (useBrowserAutofill) => {
  const { options } = await post("/passkeys/sign-in/options");
  const response = await startAuthentication({ optionsJSON: options, useBrowserAutofill });
  await post("/passkeys/sign-in", { response });
};

/** Returns where the browser goes. */
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
};

const messageOf = ({ dataset }, { name, message, isAnswer }) => {
  if (isAnswer) return message;
  if (name === "NotAllowedError" || name === "AbortError") return dataset.canceled;
  return name === "SecurityError" ? dataset.domain : dataset.failed;
};

const perform = async (box, button) => {
  const problem = box.querySelector(".problem");
  button.disabled = true;
  problem.textContent = "";
  try {
    location.assign(await uses[button.value](box));
  } catch (error) {
    problem.textContent = messageOf(box, error);
  } finally {
    button.disabled = false;
  }
};

for (const box of browserSupportsWebAuthn() ? document.querySelectorAll("[data-passkey]") : []) {
  box.hidden = false;
  const button = box.querySelector("button");
  button.addEventListener("click", () => perform(box, button));
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
