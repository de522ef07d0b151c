/** The PDF library. Loaded only when a PDF is made. */
export { PDFDocument, rgb, StandardFonts } from "@cantoo/pdf-lib";
