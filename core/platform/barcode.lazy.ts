/** Loads only this symbology of the library, when a barcode is drawn. */
export { code128 } from "bwip-js/node";
