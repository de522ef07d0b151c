/** Of the library's symbologies only the one that is named here is bundled, and loaded where one is drawn. */
export { code128 } from "bwip-js/node";
