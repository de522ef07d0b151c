import { defineError } from "../../kernel/errors.ts";

export const InvalidAttestation = defineError(
  "INVALID_BIOMETRIC_TOKEN",
  "invalid",
  "The biometricToken is not a fresh proof of this device's key. Make a new one and try again.",
  "Le biometricToken n'est pas une preuve récente de la clé de cet appareil. Faites-en une nouvelle et réessayez.",
);
export const BiometricsChanged = defineError(
  "BIOMETRICS_CHANGED",
  "conflict",
  "Another key was registered for this device meanwhile. Look at its state and try again.",
  "Une autre clé a été enregistrée entre-temps pour cet appareil. Vérifiez son état et réessayez.",
);
