import"./shell-editor.js";function t(e){return null}export{t as Editor};
