//! Languages other than English.

use quire_model::language::Language;

use crate::support::Library;

/// Two pages, of which each query finds the first, and finds it first.
fn check(language: Language, page: (&str, &str), other: (&str, &str), queries: &[&str]) {
    let library = Library::of(language, &[other, page]);
    for query in queries {
        assert_eq!(library.first(query), page.0, "{query}");
    }
}

#[test]
fn stems_follow_the_language_of_the_space() {
    let rest = ("Other", "Nichts, rien, nada, ничего, niente.");
    check(Language::De, ("Einstellungen", "Die Häuser werden gebaut."), rest, &["einstellung", "haus", "häuser"]);
    check(Language::Fr, ("Recherches", "Les pages publiées."), rest, &["recherche", "publier", "page"]);
    check(Language::Es, ("Configuraciones", "Los archivos guardados."), rest, &["configuración", "archivo", "guardar"]);
    check(Language::Ru, ("Настройки", "Страницы поиска."), rest, &["настройка", "страница", "поиск"]);
    check(Language::It, ("Impostazioni", "Le pagine pubblicate."), rest, &["impostazione", "pagina"]);
    check(Language::Pl, ("Ustawienia", "Strony wyszukiwania."), rest, &["ustawienie", "strona"]);
    check(Language::Tr, ("Ayarlar", "Sayfalarda arama."), rest, &["ayar", "sayfa"]);
    check(Language::El, ("Ρυθμίσεις", "Οι σελίδες."), rest, &["ρυθμίσεις", "σελίδα"]);
    check(Language::He, ("הגדרות", "חיפוש דפים."), rest, &["הגדרות", "חיפוש"]);
    check(Language::Vi, ("Cài đặt", "Tìm kiếm trang."), rest, &["cài đặt", "cai dat", "tim kiem"]);
}

#[test]
fn one_language_does_not_disturb_another() {
    let mut library = Library::new();
    library.add(1, Language::En, "English", "The news of the day.");
    library.add(1, Language::De, "Deutsch", "Ein neues Haus, new and shiny.");
    library.commit();
    assert_eq!(library.first("news"), "English");
    assert_eq!(library.first("neue"), "Deutsch");
}

#[test]
fn chinese_words_stand_inside_sentences() {
    let page = ("安装指南", "首先下载安装包，然后运行命令行工具。数据库默认使用本地文件。");
    let other = ("权限", "每个成员都有一个角色。");
    check(Language::Zh, page, other, &["安装", "命令行", "数据库", "库", "下载安装包", "数据库文件", "\"本地文件\""]);
    check(Language::Zh, ("搜尋設定", "全文搜尋支援繁體中文。"), other, &["全文", "繁體中文", "設定"]);
}

#[test]
fn japanese_words_stand_inside_sentences() {
    let page = ("検索エンジン", "全文検索はすぐに使えます。ｲﾝﾃﾞｯｸｽは自動で作られ、Quireの設定は不要です。");
    let other = ("権限", "メンバーには役割があります。");
    let queries = ["検索", "全文検索", "インデックス", "設定", "quire", "自動作成", "\"自動で作られ\""];
    check(Language::Ja, page, other, &queries);
}

#[test]
fn korean_words_carry_particles() {
    let page = ("검색 설정", "전체 텍스트 검색을 사용하려면 색인을 만들어야 합니다.");
    let other = ("권한", "구성원마다 역할이 있습니다.");
    check(Language::Ko, page, other, &["검색", "색인", "텍스트", "색인은", "검색을 사용"]);
}

#[test]
fn thai_words_stand_inside_sentences() {
    let page = ("การค้นหา", "ระบบค้นหาข้อความเต็มทำงานได้ทันที ไม่ต้องตั้งค่า");
    let other = ("สิทธิ์", "สมาชิกทุกคนมีบทบาท");
    check(Language::Th, page, other, &["ค้นหา", "ข้อความ", "ตั้งค่า", "ทันที"]);
}
