/** The accepted formats of a document's file. */
export const formats = ["jpeg", "png", "pdf"] as const;
export type Format = (typeof formats)[number];

/** The accepted formats of a selfie. */
export const pictures = ["jpeg", "png"] as const satisfies readonly Format[];

/** The formats of stored files. HEIC was accepted before; such files are stored for up to 180 days. */
export const storedFormats = [...formats, "heic"] as const;
export type StoredFormat = (typeof storedFormats)[number];
