//! The words that printed documents add to the text of authors, by language.

/// The words of one language. `{}` stands for what is filled in.
#[derive(Debug)]
pub struct Words {
    /// The link to a note, with its number.
    pub note: &'static str,
    /// The kind of a callout.
    pub info: &'static str,
    /// The kind of a callout.
    pub success: &'static str,
    /// The kind of a callout.
    pub warning: &'static str,
    /// The kind of a callout.
    pub danger: &'static str,
    /// The title of a prompt that has none.
    pub prompt: &'static str,
    /// The title of the source of a diagram that can't be drawn.
    pub diagram: &'static str,
    /// Stands for a picture that is not there, with its description.
    pub picture: &'static str,
    /// The description of a link without a title.
    pub link: &'static str,
    /// The heading of the remarks at the end.
    pub remarks: &'static str,
    /// Says which scripts have no font.
    pub no_font: &'static str,
    /// Introduces the pages that are not printed whole.
    pub cut: &'static str,
    /// Introduces the pictures that are not in the document.
    pub pictures: &'static str,
    /// The revision, with its identifier.
    pub revision: &'static str,
    /// The title of what has none.
    pub untitled: &'static str,
    /// Says that an operation is deprecated.
    pub deprecated: &'static str,
    /// The heading of the parameters of an operation.
    pub parameters: &'static str,
    /// The head of a column of names.
    pub name: &'static str,
    /// The head of the column that says where a parameter stands.
    pub place: &'static str,
    /// The head of a column of types.
    pub kind: &'static str,
    /// The head of a column of descriptions.
    pub description: &'static str,
    /// Explains the sign of what is required.
    pub required: &'static str,
    /// The heading of the body of a request.
    pub request_body: &'static str,
    /// The heading of the responses.
    pub responses: &'static str,
    /// The head of a column of fields.
    pub field: &'static str,
    /// Lists allowed values.
    pub one_of: &'static str,
    /// Says the default value.
    pub default: &'static str,
    /// Says that an operation is not in its description.
    pub missing: &'static str,
    /// The type of a list of something.
    pub array_of: &'static str,
    /// Stands between types.
    pub or: &'static str,
    /// A size in bytes.
    pub bytes: &'static str,
}

impl Words {
    /// Returns the words of a language, by its tag of BCP 47; those of English for languages that have none.
    pub fn of(language: &str) -> &'static Self {
        match language.split('-').next().unwrap_or_default() {
            "de" => &DE,
            "fr" => &FR,
            "es" => &ES,
            "pt" => &PT,
            "zh" | "yue" => &ZH,
            "ja" => &JA,
            "ar" => &AR,
            _ => &EN,
        }
    }
}

/// Returns a text with a value in the place of `{}`.
pub fn filled(text: &str, value: impl std::fmt::Display) -> String {
    text.replacen("{}", &value.to_string(), 1)
}

static EN: Words = Words {
    note: "Note {}",
    info: "Note",
    success: "Success",
    warning: "Warning",
    danger: "Danger",
    prompt: "Prompt",
    diagram: "Diagram",
    picture: "[Picture: {}]",
    link: "Link",
    remarks: "Notes on this document",
    no_font: "No font has some characters of these scripts, which are shown as squares: {}.",
    cut: "These pages are too long to be printed whole:",
    pictures: "These pictures are not in this document, because they are elsewhere or can't be read:",
    revision: "Revision {}",
    untitled: "Untitled",
    deprecated: "Deprecated.",
    parameters: "Parameters",
    name: "Name",
    place: "In",
    kind: "Type",
    description: "Description",
    required: "required",
    request_body: "Request body",
    responses: "Responses",
    field: "Field",
    one_of: "One of: {}.",
    default: "Default: {}.",
    missing: "is not in the API description.",
    array_of: "array of {}",
    or: "or",
    bytes: "{} bytes",
};

static DE: Words = Words {
    note: "Anmerkung {}",
    info: "Hinweis",
    success: "Erfolg",
    warning: "Warnung",
    danger: "Gefahr",
    prompt: "Prompt",
    diagram: "Diagramm",
    picture: "[Bild: {}]",
    link: "Link",
    remarks: "Anmerkungen zu diesem Dokument",
    no_font: "Keine Schrift hat einige Zeichen dieser Schriftsysteme; sie sind als Quadrate gezeigt: {}.",
    cut: "Diese Seiten sind zu lang, um ganz gedruckt zu werden:",
    pictures: "Diese Bilder sind nicht in diesem Dokument, weil sie anderswo sind oder nicht gelesen werden können:",
    revision: "Revision {}",
    untitled: "Ohne Titel",
    deprecated: "Veraltet.",
    parameters: "Parameter",
    name: "Name",
    place: "In",
    kind: "Typ",
    description: "Beschreibung",
    required: "erforderlich",
    request_body: "Anfragekörper",
    responses: "Antworten",
    field: "Feld",
    one_of: "Eines von: {}.",
    default: "Standard: {}.",
    missing: "ist nicht in der Beschreibung der Schnittstelle.",
    array_of: "Liste von {}",
    or: "oder",
    bytes: "{} Byte",
};

static FR: Words = Words {
    note: "Note {}",
    info: "Remarque",
    success: "Succès",
    warning: "Avertissement",
    danger: "Danger",
    prompt: "Prompt",
    diagram: "Diagramme",
    picture: "[Image : {}]",
    link: "Lien",
    remarks: "Remarques sur ce document",
    no_font: "Aucune police n’a certains caractères de ces écritures, qui sont remplacés par des carrés : {}.",
    cut: "Ces pages sont trop longues pour être imprimées en entier :",
    pictures: "Ces images ne sont pas dans ce document, car elles sont ailleurs ou ne peuvent pas être lues :",
    revision: "Révision {}",
    untitled: "Sans titre",
    deprecated: "Obsolète.",
    parameters: "Paramètres",
    name: "Nom",
    place: "Dans",
    kind: "Type",
    description: "Description",
    required: "obligatoire",
    request_body: "Corps de la requête",
    responses: "Réponses",
    field: "Champ",
    one_of: "L’une des valeurs : {}.",
    default: "Par défaut : {}.",
    missing: "n’est pas dans la description de l’API.",
    array_of: "liste de {}",
    or: "ou",
    bytes: "{} octets",
};

static ES: Words = Words {
    note: "Nota {}",
    info: "Nota",
    success: "Éxito",
    warning: "Advertencia",
    danger: "Peligro",
    prompt: "Prompt",
    diagram: "Diagrama",
    picture: "[Imagen: {}]",
    link: "Enlace",
    remarks: "Notas sobre este documento",
    no_font: "Ninguna fuente tiene algunos caracteres de estas escrituras, que se muestran como cuadrados: {}.",
    cut: "Estas páginas son demasiado largas para imprimirse enteras:",
    pictures: "Estas imágenes no están en este documento, porque están en otro lugar o no se pueden leer:",
    revision: "Revisión {}",
    untitled: "Sin título",
    deprecated: "Obsoleto.",
    parameters: "Parámetros",
    name: "Nombre",
    place: "En",
    kind: "Tipo",
    description: "Descripción",
    required: "obligatorio",
    request_body: "Cuerpo de la solicitud",
    responses: "Respuestas",
    field: "Campo",
    one_of: "Uno de: {}.",
    default: "Predeterminado: {}.",
    missing: "no está en la descripción de la API.",
    array_of: "lista de {}",
    or: "o",
    bytes: "{} bytes",
};

static PT: Words = Words {
    note: "Nota {}",
    info: "Nota",
    success: "Sucesso",
    warning: "Aviso",
    danger: "Perigo",
    prompt: "Prompt",
    diagram: "Diagrama",
    picture: "[Imagem: {}]",
    link: "Link",
    remarks: "Notas sobre este documento",
    no_font: "Nenhuma fonte tem alguns caracteres destas escritas, que são mostrados como quadrados: {}.",
    cut: "Estas páginas são longas demais para serem impressas por inteiro:",
    pictures: "Estas imagens não estão neste documento, porque estão em outro lugar ou não podem ser lidas:",
    revision: "Revisão {}",
    untitled: "Sem título",
    deprecated: "Obsoleto.",
    parameters: "Parâmetros",
    name: "Nome",
    place: "Em",
    kind: "Tipo",
    description: "Descrição",
    required: "obrigatório",
    request_body: "Corpo da requisição",
    responses: "Respostas",
    field: "Campo",
    one_of: "Um de: {}.",
    default: "Padrão: {}.",
    missing: "não está na descrição da API.",
    array_of: "lista de {}",
    or: "ou",
    bytes: "{} bytes",
};

static ZH: Words = Words {
    note: "注释 {}",
    info: "提示",
    success: "成功",
    warning: "警告",
    danger: "危险",
    prompt: "提示词",
    diagram: "图表",
    picture: "[图片：{}]",
    link: "链接",
    remarks: "关于本文档的说明",
    no_font: "没有字体包含以下文字的部分字符，它们显示为方框：{}。",
    cut: "以下页面过长，未能完整打印：",
    pictures: "以下图片不在本文档中，因为它们位于别处或无法读取：",
    revision: "修订版 {}",
    untitled: "无标题",
    deprecated: "已弃用。",
    parameters: "参数",
    name: "名称",
    place: "位置",
    kind: "类型",
    description: "说明",
    required: "必填",
    request_body: "请求正文",
    responses: "响应",
    field: "字段",
    one_of: "可选值：{}。",
    default: "默认值：{}。",
    missing: "不在 API 描述中。",
    array_of: "{} 的列表",
    or: "或",
    bytes: "{} 字节",
};

static JA: Words = Words {
    note: "注 {}",
    info: "情報",
    success: "成功",
    warning: "警告",
    danger: "危険",
    prompt: "プロンプト",
    diagram: "図",
    picture: "[画像：{}]",
    link: "リンク",
    remarks: "この文書について",
    no_font: "次の文字体系の一部の文字はどのフォントにもないため、四角で表示されています: {}。",
    cut: "次のページは長すぎるため、全体は印刷されていません:",
    pictures: "次の画像は、別の場所にあるか読み取れないため、この文書にありません:",
    revision: "リビジョン {}",
    untitled: "無題",
    deprecated: "非推奨。",
    parameters: "パラメーター",
    name: "名前",
    place: "場所",
    kind: "型",
    description: "説明",
    required: "必須",
    request_body: "リクエスト本文",
    responses: "レスポンス",
    field: "フィールド",
    one_of: "次のいずれか: {}。",
    default: "既定値: {}。",
    missing: "は API の記述にありません。",
    array_of: "{} の配列",
    or: "または",
    bytes: "{} バイト",
};

static AR: Words = Words {
    note: "ملاحظة {}",
    info: "ملاحظة",
    success: "نجاح",
    warning: "تحذير",
    danger: "خطر",
    prompt: "موجّه",
    diagram: "مخطط",
    picture: "[صورة: {}]",
    link: "رابط",
    remarks: "ملاحظات حول هذا المستند",
    no_font: "لا يوجد خط يحتوي على بعض أحرف هذه الكتابات، وهي معروضة كمربعات: {}.",
    cut: "هذه الصفحات أطول من أن تُطبع كاملة:",
    pictures: "هذه الصور ليست في هذا المستند لأنها في مكان آخر أو لا يمكن قراءتها:",
    revision: "المراجعة {}",
    untitled: "بلا عنوان",
    deprecated: "مهمل.",
    parameters: "المعاملات",
    name: "الاسم",
    place: "في",
    kind: "النوع",
    description: "الوصف",
    required: "مطلوب",
    request_body: "متن الطلب",
    responses: "الاستجابات",
    field: "الحقل",
    one_of: "واحد من: {}.",
    default: "الافتراضي: {}.",
    missing: "ليس في وصف الواجهة.",
    array_of: "قائمة من {}",
    or: "أو",
    bytes: "{} بايت",
};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_language_has_a_place_for_what_is_filled_in() {
        for language in ["de", "fr-CA", "es", "pt-br", "zh", "yue", "ja", "ar", "en", "xx"] {
            let words = Words::of(language);
            for text in
                [words.note, words.no_font, words.revision, words.one_of, words.default, words.array_of, words.picture]
            {
                assert_eq!(text.matches("{}").count(), 1, "{language}: {text}");
            }
            assert!(std::ptr::eq(words, &EN) == matches!(language, "en" | "xx"), "{language}");
        }
        assert_eq!(filled(Words::of("de").revision, 3), "Revision 3");
    }
}
